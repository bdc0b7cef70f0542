package java.lang;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdk.internal.misc.Unsafe;

/**
 * Loggers of {@code java.util.logging} that an execution has made or changed. The manager of them all is
 * in a final field, which compiled code may have read for good; so it stays, and gets what
 * a new one has.
 */
final class FrayLoggers {
  private FrayLoggers() {}

  private static final Unsafe U = FrayThreads.U;

  private static Object manager;
  private static Field[] fields;
  private static Constructor<?> constructor;

  /** Before an execution, once the classes are in use. */
  static void clear(Class<?> type) throws ReflectiveOperationException {
    if (!isUsed(type)) {
      return;
    }
    copy(make(), manager);
    for (Field field : fields) {
      Object value = isInner(field) ? U.getReference(manager, U.objectFieldOffset(field)) : null;
      if (value != null) {
        setOuter(value);
      }
    }
    Class<?> data = Class.forName("java.util.logging.Logger$ConfigurationData", true, null);
    Object config = FrayCore.construct(data.getDeclaredConstructor(), null, null);
    setGlobal(new Object[] {config, null, null});
  }

  /** Whether there is anything to be cleared; all else is found when it is first asked. */
  private static boolean isUsed(Class<?> type) throws ReflectiveOperationException {
    if (manager == null) {
      Field field = FrayCore.field(type, "manager", "Ljava/util/logging/LogManager;", true);
      manager = U.getReference(U.staticFieldBase(field), U.staticFieldOffset(field));
      fields = type.getDeclaredFields();
      constructor = type.getDeclaredConstructor();
    }
    // Of a manager of the program's choice nothing is known.
    return manager != null
        && manager.getClass() == type
        && U.getBooleanVolatile(manager, U.objectFieldOffset(type, "initializationDone"));
  }

  /** A manager that has not been used, with a shutdown hook that nobody needs. */
  private static Object make() throws ReflectiveOperationException {
    FrayShutdown.expectUseless(true);
    try {
      return FrayCore.construct(constructor, null, null);
    } finally {
      FrayShutdown.expectUseless(false);
    }
  }

  /** What the manager has now, for {@link #restore}: it is a test framework's. Null if it has nothing. */
  static Object[] save(Class<?> type) throws ReflectiveOperationException {
    if (!isUsed(type)) {
      return null;
    }
    Object kept = make();
    copy(manager, kept);
    return new Object[] {kept, global("config"), global("parent"), global("kids")};
  }

  static void restore(Object[] saved) throws ReflectiveOperationException {
    copy(saved[0], manager);
    setGlobal(new Object[] {saved[1], saved[2], saved[3]});
  }

  private static void copy(Object from, Object to) {
    for (Field field : fields) {
      if (Modifier.isStatic(field.getModifiers())) {
        continue;
      }
      long offset = U.objectFieldOffset(field);
      Class<?> type = field.getType();
      if (type == boolean.class) {
        U.putBooleanVolatile(to, offset, U.getBooleanVolatile(from, offset));
      } else if (type == int.class) {
        U.putIntVolatile(to, offset, U.getIntVolatile(from, offset));
      } else {
        U.putReferenceVolatile(to, offset, U.getReferenceVolatile(from, offset));
      }
    }
  }

  private static boolean isInner(Field field) {
    return !Modifier.isStatic(field.getModifiers())
        && field.getType().getName().startsWith("java.util.logging.LogManager$");
  }

  /** An object of an inner class belongs to the manager that stays. */
  private static void setOuter(Object inner) {
    for (Class<?> c = inner.getClass(); c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (field.getName().equals("this$0")) {
          U.putReference(inner, U.objectFieldOffset(field), manager);
        }
      }
    }
  }

  private static final String[] OF_GLOBAL = {"config", "parent", "kids"};

  /** The one logger that is there from the beginning. */
  private static void setGlobal(Object[] values) throws ReflectiveOperationException {
    for (int i = 0; i < OF_GLOBAL.length; i++) {
      U.putReferenceVolatile(global(), U.objectFieldOffset(logger(), OF_GLOBAL[i]), values[i]);
    }
  }

  private static Object global(String field) throws ReflectiveOperationException {
    return U.getReferenceVolatile(global(), U.objectFieldOffset(logger(), field));
  }

  private static Object global() throws ReflectiveOperationException {
    Field global = FrayCore.field(logger(), "global", "Ljava/util/logging/Logger;", true);
    return U.getReference(U.staticFieldBase(global), U.staticFieldOffset(global));
  }

  private static Class<?> logger() throws ReflectiveOperationException {
    return Class.forName("java.util.logging.Logger", true, null);
  }
}
