package java.lang;

import java.lang.reflect.Field;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Properties;
import jdk.internal.misc.Unsafe;

/**
 * What a program leaves in static fields of the JDK: loggers, drivers, beans, shutdown hooks,
 * properties, the default handler of exceptions. The next execution finds none of it, as in a new
 * JVM, and the classes of the last one can be unloaded.
 */
final class FrayLeftovers {
  private FrayLeftovers() {}

  private static final Unsafe U = FrayThreads.U;

  private static Properties properties;
  private static Properties copy; // what the last execution had
  private static Field hooksField;
  private static IdentityHashMap<?, ?> hooks;

  /** Before the first execution. */
  static void remember() throws ReflectiveOperationException {
    properties = (Properties) System.getProperties().clone();
    hooksField = shutdownHooks();
    hooks = new IdentityHashMap<>((IdentityHashMap<?, ?>) get(hooksField));
  }

  /**
   * Before every execution.
   *
   * @param fresh whether the program's classes are new, too
   */
  static void clear(boolean fresh) throws ReflectiveOperationException {
    Thread.setDefaultUncaughtExceptionHandler(null);
    Class<?> loggers = initialised("java/util/logging/LogManager");
    if (loggers != null) {
      FrayLoggers.clear(loggers);
    }
    if (System.getProperties() != copy || !copy.equals(properties)) {
      // A copy also for the first: the place of an entry depends on how the map was made.
      copy = (Properties) properties.clone();
      System.setProperties(copy);
    }
    if (get(hooksField) instanceof IdentityHashMap<?, ?> now) {
      now.keySet().retainAll(hooks.keySet()); // null while the JVM shuts down
    }
    if (fresh) {
      clearDrivers();
      clearBeans();
    }
  }

  private static Field shutdownHooks() throws ClassNotFoundException {
    Class<?> holder = Class.forName("java.lang.ApplicationShutdownHooks", true, null);
    return FrayCore.field(holder, "hooks", "Ljava/util/IdentityHashMap;", true);
  }

  /** Drivers are found once in the life of a JVM, and were found by a loader that is gone. */
  private static void clearDrivers() throws ReflectiveOperationException {
    Class<?> manager = initialised("java/sql/DriverManager");
    if (manager != null) {
      String list = "Ljava/util/concurrent/CopyOnWriteArrayList;";
      Field found = FrayCore.field(manager, "driversInitialized", "Z", true);
      ((List<?>) get(FrayCore.field(manager, "registeredDrivers", list, true))).clear();
      U.putBooleanVolatile(U.staticFieldBase(found), U.staticFieldOffset(found), false);
    }
  }

  private static void clearBeans() throws ReflectiveOperationException {
    Class<?> factory = initialised("java/lang/management/ManagementFactory");
    if (factory != null) {
      set(FrayCore.field(factory, "platformMBeanServer", "Ljavax/management/MBeanServer;", true));
    }
    Class<?> servers = initialised("javax/management/MBeanServerFactory");
    if (servers != null) {
      String list = "Ljava/util/ArrayList;";
      ((List<?>) get(FrayCore.field(servers, "mBeanServerList", list, true))).clear();
    }
  }

  /** A class of the JDK that is in use, or null; found out without loading it. */
  private static Class<?> initialised(String name) throws ClassNotFoundException {
    if (!FrayCore.isLoaded(name)) {
      return null;
    }
    ClassLoader loader = ClassLoader.getPlatformClassLoader();
    Class<?> type = Class.forName(name.replace('/', '.'), false, loader);
    return U.shouldBeInitialized(type) ? null : type;
  }

  private static Object get(Field field) {
    return U.getReferenceVolatile(U.staticFieldBase(field), U.staticFieldOffset(field));
  }

  private static void set(Field field) {
    U.putReferenceVolatile(U.staticFieldBase(field), U.staticFieldOffset(field), null);
  }
}
