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
    if (manager == null) {
      Field field = FrayCore.field(type, "manager", "Ljava/util/logging/LogManager;", true);
      manager = U.getReference(U.staticFieldBase(field), U.staticFieldOffset(field));
      fields = type.getDeclaredFields();
      constructor = type.getDeclaredConstructor();
    }
    if (manager == null || manager.getClass() != type) {
      return; // a manager of the program's choice, of which nothing is known
    }
    if (!U.getBooleanVolatile(manager, U.objectFieldOffset(type, "initializationDone"))) {
      return; // not used since
    }
    Object fresh = FrayCore.construct(constructor, null, null);
    for (Field field : fields) {
      if (!Modifier.isStatic(field.getModifiers())) {
        copy(field, fresh);
      }
    }
    Class<?> logger = Class.forName("java.util.logging.Logger", true, null);
    Field global = FrayCore.field(logger, "global", "Ljava/util/logging/Logger;", true);
    clearGlobal(logger, U.getReference(U.staticFieldBase(global), U.staticFieldOffset(global)));
  }

  private static void copy(Field field, Object fresh) {
    long offset = U.objectFieldOffset(field);
    Class<?> type = field.getType();
    if (type == boolean.class) {
      U.putBooleanVolatile(manager, offset, U.getBoolean(fresh, offset));
    } else if (type == int.class) {
      U.putIntVolatile(manager, offset, U.getInt(fresh, offset));
    } else {
      Object value = U.getReference(fresh, offset);
      U.putReferenceVolatile(manager, offset, value);
      if (value != null && type.getName().startsWith("java.util.logging.LogManager$")) {
        setOuter(value);
      }
    }
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

  /** The one logger that is there from the beginning. */
  private static void clearGlobal(Class<?> logger, Object global)
      throws ReflectiveOperationException {
    Class<?> data = Class.forName("java.util.logging.Logger$ConfigurationData", true, null);
    Object config = FrayCore.construct(data.getDeclaredConstructor(), null, null);
    U.putReferenceVolatile(global, U.objectFieldOffset(logger, "config"), config);
    U.putReferenceVolatile(global, U.objectFieldOffset(logger, "parent"), null);
    U.putReferenceVolatile(global, U.objectFieldOffset(logger, "kids"), null);
  }
}
