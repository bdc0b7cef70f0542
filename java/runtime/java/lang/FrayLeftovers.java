package java.lang;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import jdk.internal.misc.Unsafe;

/**
 * What a program leaves in static fields of the JDK: loggers, drivers, beans, properties,
 * the default handler of exceptions. The next execution finds none of it, as in a new
 * JVM, and the classes of the last one can be unloaded.
 */
final class FrayLeftovers {
  private FrayLeftovers() {}

  private static final Unsafe U = FrayThreads.U;

  private static Properties properties;
  private static Properties copy; // what the last execution had
  private static Object[] entries; // what was in it at first

  /** Before the first execution. */
  static void remember() {
    properties = (Properties) System.getProperties().clone();
  }

  /**
   * Before every execution.
   *
   * @param fresh whether the program's classes are new, too
   */
  static void clear(boolean fresh) throws ReflectiveOperationException {
    Thread.setDefaultUncaughtExceptionHandler(null);
    Class<?> loggers = FrayStatics.inUse("java/util/logging/LogManager");
    if (loggers != null) {
      FrayLoggers.clear(loggers);
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
    if (fresh) {
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

  /** Drivers are found once in the life of a JVM, and were found by a loader that is gone. */
  private static void clearDrivers() throws ReflectiveOperationException {
    Class<?> manager = FrayStatics.inUse("java/sql/DriverManager");
    if (manager != null) {
      String list = "Ljava/util/concurrent/CopyOnWriteArrayList;";
      ((List<?>) FrayStatics.of(manager, "registeredDrivers", list).get()).clear();
      FrayStatics.of(manager, "driversInitialized", "Z").setBoolean(false);
    }
  }

  private static void clearBeans() throws ReflectiveOperationException {
    Class<?> factory = FrayStatics.inUse("java/lang/management/ManagementFactory");
    if (factory != null) {
      String server = "Ljavax/management/MBeanServer;";
      FrayStatics.of(factory, "platformMBeanServer", server).set(null);
    }
    Class<?> servers = FrayStatics.inUse("javax/management/MBeanServerFactory");
    if (servers != null) {
      String list = "Ljava/util/ArrayList;";
      ((List<?>) FrayStatics.of(servers, "mBeanServerList", list).get()).clear();
    }
  }
}
