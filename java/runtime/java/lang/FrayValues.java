package java.lang;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdk.internal.loader.BuiltinClassLoader;
import jdk.internal.misc.Unsafe;

/**
 * What is read and written, for traces; no other execution comes here. A thread that may go on with a
 * read finds there what it is about to read. What it writes is there when it next has to
 * do with the scheduler, since nobody else runs in between. Nothing here calls code of the program, or
 * gives an object a number or a hash code.
 */
final class FrayValues {
  private FrayValues() {}

  private static final Unsafe U = FrayThreads.U;

  /** Characters of a string that are shown. */
  private static final int SHOWN = 40;

  /** What the thread that runs has written to last, and not been asked about. */
  private static Object holder;

  private static int member;

  /** The calling thread has the turn and is about to access a member of an object. */
  static void access(int me, int kind, Object holder, int member) {
    if ((kind & ~FrayCore.PLAIN) == FrayCore.READ) {
      FrayCore.value(me, describe(holder, member));
    } else {
      FrayValues.holder = holder;
      FrayValues.member = member;
    }
  }

  /** Called by the agent: what the calling thread has written, or null. */
  static String written() {
    Object holder = FrayValues.holder;
    FrayValues.holder = null;
    return holder == null ? null : describe(holder, member);
  }

  private static String describe(Object holder, int member) {
    FrayHooks.quietEnter(); // what reflection remembers is no step
    try {
      Class<?> type = holder.getClass();
      if (type.isArray()) {
        return element(type, holder, member);
      }
      boolean isStatic = holder instanceof Class<?>;
      Class<?> found = typeOf(isStatic ? (Class<?>) holder : type, member, isStatic);
      return found == null ? null : value(found, holder, member);
    } catch (Throwable unknown) {
      return null; // types that cannot be found, no memory or no stack left
    } finally {
      FrayHooks.quietExit();
    }
  }

  /** The access itself, which is yet to come, finds out whether there is such an element. */
  private static String element(Class<?> type, Object array, int member) {
    int offset = member - FrayArrays.BASE;
    int scale = U.arrayIndexScale(type);
    boolean exists =
        FrayArrays.BASE % scale == 0
            && offset >= 0
            && offset % scale == 0
            && offset / scale < java.lang.reflect.Array.getLength(array);
    return exists ? value(type.getComponentType(), array, member) : null;
  }

  /** The type of the field at an offset; null if it cannot be told without the program's help. */
  private static Class<?> typeOf(Class<?> start, int offset, boolean isStatic) {
    for (Class<?> c = start; c != null; c = isStatic ? null : c.getSuperclass()) {
      ClassLoader loader = c.getClassLoader0();
      if (loader != null && !(loader instanceof BuiltinClassLoader)) {
        return null; // it would be asked for the types of all fields
      }
      for (Field field : c.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) == isStatic
            && (isStatic ? U.staticFieldOffset(field) : U.objectFieldOffset(field)) == offset) {
          return field.getType();
        }
      }
    }
    return null;
  }

  private static String value(Class<?> type, Object holder, long offset) {
    if (!type.isPrimitive()) {
      return object(U.getReference(holder, offset));
    } else if (type == int.class) {
      return Integer.toString(U.getInt(holder, offset));
    } else if (type == long.class) {
      return Long.toString(U.getLong(holder, offset));
    } else if (type == boolean.class) {
      return U.getBoolean(holder, offset) ? "true" : "false";
    } else if (type == byte.class) {
      return Integer.toString(U.getByte(holder, offset));
    } else if (type == short.class) {
      return Integer.toString(U.getShort(holder, offset));
    } else if (type == char.class) {
      return "'" + U.getChar(holder, offset) + "'";
    } else if (type == float.class) {
      return Float.toString(U.getFloat(holder, offset));
    }
    return Double.toString(U.getDouble(holder, offset));
  }

  private static String object(Object object) {
    if (object == null) {
      return "null";
    } else if (object instanceof String text) {
      boolean all = text.length() <= SHOWN;
      return all ? "\"" + text + "\"" : "\"" + text.substring(0, SHOWN) + "...\"";
    } else if (object instanceof Enum<?> constant) {
      return constant.name();
    } else if (object instanceof Integer
        || object instanceof Long
        || object instanceof Boolean
        || object instanceof Double
        || object instanceof Character
        || object instanceof Short
        || object instanceof Byte
        || object instanceof Float) {
      return object.toString();
    } else if (object instanceof Class<?> type) {
      return "class " + simple(type);
    }
    return simple(object.getClass());
  }

  private static String simple(Class<?> type) {
    String name = type.getTypeName();
    if (name.contains("$$Lambda")) {
      return "a lambda";
    }
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
