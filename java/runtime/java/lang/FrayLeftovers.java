package java.lang;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.internal.misc.Unsafe;

/**
 * What a program leaves in static fields of the JDK: loggers, drivers, beans, properties, connections,
 * locks of files, the default handler of exceptions, and what {@link FraySettings} and its neighbours know. The next
 * execution finds none of it, as in a new JVM, and the classes of the last one can be unloaded.
 */
final class FrayLeftovers {
  private FrayLeftovers() {}

  private static final Unsafe U = FrayThreads.U;

  private static Properties properties;
  private static Properties copy; // what the last execution had
  private static Object[] entries; // what was in it at first

  /** Before the first execution. */
  static void remember() throws ReflectiveOperationException {
    rememberSettings();
    properties = (Properties) System.getProperties().clone();
  }

  private static void rememberSettings() throws ReflectiveOperationException {
    FraySettings.remember();
    FraySecurity.remember();
    FrayFiles.remember();
    FraySignals.remember();
  }

  private static void clearSettings() throws ReflectiveOperationException {
    FraySettings.restore();
    FraySecurity.clear();
    FraySignals.restore();
  }

  /**
   * Before every execution.
   *
   * @param fresh whether the program's classes are new, too
   */
  static void clear(boolean fresh) throws ReflectiveOperationException {
    Thread.setDefaultUncaughtExceptionHandler(null);
    Class<?> manager = FrayStatics.inUse(LOGGERS);
    if (manager != null) {
      FrayLoggers.clear(manager);
    }
    if (System.getProperties() != copy || !isUntouched()) {
      // A copy also for the first: the place of an entry depends on how the map was made.
      copy = (Properties) properties.clone();
      entries = new Object[2 * copy.size()];
      int next = 0;
      for (Map.Entry<?, ?> entry : map().entrySet()) {
        entries[next++] = entry.getKey();
        entries[next++] = entry.getValue();
      }
      System.setProperties(copy);
    }
    FrayGroups.clear();
    FrayFiles.clear();
    clearConnections();
    clearLocks();
    if (fresh) {
      clearSettings();
      clearDrivers();
      clearBeans();
    }
  }

  private static final long MAP = U.objectFieldOffset(Properties.class, "map");

  /** Where properties are kept. */
  private static ConcurrentHashMap<?, ?> map() {
    return (ConcurrentHashMap<?, ?>) U.getReference(copy, MAP);
  }

  /** Whether the properties are the very objects that were there at first, in the same order. */
  private static boolean isUntouched() {
    int next = 0;
    for (Map.Entry<?, ?> entry : map().entrySet()) {
      if (next == entries.length
          || entries[next++] != entry.getKey()
          || entries[next++] != entry.getValue()) {
        return false;
      }
    }
    return next == entries.length;
  }

  // ---- tests

  /** What is a test framework's, while executions have their own. */
  private static Object[] loggers;

  private static Thread.UncaughtExceptionHandler handler;
  private static Object[] drivers;
  private static boolean driversInitialized;
  private static Object[] servers;
  private static Object platformServer;

  /** Before the first execution of a test that has classes of its own in a JVM which goes on. */
  static void rememberEmbedded() throws ReflectiveOperationException {
    rememberSettings();
    handler = Thread.getDefaultUncaughtExceptionHandler();
    Class<?> manager = FrayStatics.inUse(LOGGERS);
    loggers = manager == null ? null : FrayLoggers.save(manager);
    drivers = drivers() == null ? new Object[0] : drivers().toArray();
    driversInitialized = drivers() != null && driversFlag().getBoolean();
    servers = servers() == null ? new Object[0] : servers().toArray();
    platformServer = platformServer() == null ? null : platformServer().get();
    ownLocks = new HashSet<>();
    for (Set<?> held : locks()) {
      ownLocks.addAll(held);
    }
  }

  /** Before every execution of it. Properties are seen to elsewhere. */
  static void clearEmbedded() throws ReflectiveOperationException {
    Thread.setDefaultUncaughtExceptionHandler(null);
    Class<?> manager = FrayStatics.inUse(LOGGERS);
    if (manager != null) {
      FrayLoggers.clear(manager);
    }
    FrayFiles.clear();
    clearConnections();
    clearLocks();
    clearSettings();
    clearDrivers();
    clearBeans();
  }

  /** After the last one. */
  static void restoreEmbedded() throws ReflectiveOperationException {
    clearEmbedded();
    Thread.setDefaultUncaughtExceptionHandler(handler);
    if (loggers != null) {
      FrayLoggers.restore(loggers);
    }
    if (drivers() != null) {
      refill(drivers(), drivers);
      driversFlag().setBoolean(driversInitialized);
    }
    if (servers() != null) {
      refill(servers(), servers);
    }
    if (platformServer() != null) {
      platformServer().set(platformServer);
    }
    loggers = drivers = servers = null;
    ownLocks = Set.of();
    handler = null;
    platformServer = null;
  }

  @SuppressWarnings("unchecked")
  private static void refill(List<?> list, Object[] values) {
    for (Object value : values) {
      ((List<Object>) list).add(value);
    }
  }

  // ---- where it is: null if the class is not in use

  private static final String LOGGERS = "java/util/logging/LogManager";
  private static final String DRIVERS = "java/sql/DriverManager";

  private static List<?> drivers() throws ReflectiveOperationException {
    Class<?> manager = FrayStatics.inUse(DRIVERS);
    String list = "Ljava/util/concurrent/CopyOnWriteArrayList;";
    return manager == null
        ? null
        : (List<?>) FrayStatics.of(manager, "registeredDrivers", list).get();
  }

  private static FrayStatics driversFlag() throws ReflectiveOperationException {
    return FrayStatics.of(FrayStatics.inUse(DRIVERS), "driversInitialized", "Z");
  }

  private static List<?> servers() throws ReflectiveOperationException {
    Class<?> factory = FrayStatics.inUse("javax/management/MBeanServerFactory");
    return factory == null
        ? null
        : (List<?>) FrayStatics.of(factory, "mBeanServerList", "Ljava/util/ArrayList;").get();
  }

  private static FrayStatics platformServer() throws ReflectiveOperationException {
    Class<?> factory = FrayStatics.inUse("java/lang/management/ManagementFactory");
    String server = "Ljavax/management/MBeanServer;";
    return factory == null ? null : FrayStatics.of(factory, "platformMBeanServer", server);
  }

  /** Drivers are found once in the life of a JVM, and were found by a loader that is gone. */
  private static void clearDrivers() throws ReflectiveOperationException {
    List<?> registered = drivers();
    if (registered != null) {
      registered.clear();
      driversFlag().setBoolean(false);
    }
  }

  /** Those that are kept for the next request to the same server, which is gone. */
  private static void clearConnections() throws ReflectiveOperationException {
    Class<?> client = FrayStatics.inUse("sun/net/www/http/HttpClient");
    if (client != null) {
      String type = "Lsun/net/www/http/KeepAliveCache;";
      ((Map<?, ?>) FrayStatics.of(client, "kac", type).get()).clear();
    }
  }

  /** Locks of files that are a test framework's. */
  private static Set<Object> ownLocks = Set.of();

  /** Where the JDK keeps who has locked which file; empty if nobody ever has. */
  private static List<Set<?>> locks() throws ReflectiveOperationException {
    List<Set<?>> found = new ArrayList<>();
    Class<?> table = FrayStatics.inUse("sun/nio/ch/FileLockTable");
    if (table != null) {
      String type = "Ljava/util/concurrent/ConcurrentHashMap;";
      found.add(((Map<?, ?>) FrayStatics.of(table, "lockMap", type).get()).keySet());
    }
    Class<?> handler = FrayStatics.inUse("java/util/logging/FileHandler");
    if (handler != null) {
      found.add((Set<?>) FrayStatics.of(handler, "locks", "Ljava/util/Set;").get());
    }
    return found;
  }

  /** The kernel lets all executions have them, because they are one process to it. */
  private static void clearLocks() throws ReflectiveOperationException {
    for (Set<?> held : locks()) {
      held.retainAll(ownLocks);
    }
  }

  private static void clearBeans() throws ReflectiveOperationException {
    FrayStatics platform = platformServer();
    if (platform != null) {
      platform.set(null);
    }
    List<?> made = servers();
    if (made != null) {
      made.clear();
    }
  }
}
