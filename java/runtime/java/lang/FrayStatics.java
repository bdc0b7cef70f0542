package java.lang;

import java.lang.reflect.Field;
import java.util.HashMap;
import jdk.internal.misc.Unsafe;

/**
 * A static field of the JDK, and which classes that have some are in use. Looked at before each
 * execution, of which there may be tens of thousands a second, so everything is found once.
 */
final class FrayStatics {
  private static final Unsafe U = FrayThreads.U;

  private final Object base;
  private final long offset;

  private FrayStatics(Field field) {
    base = U.staticFieldBase(field);
    offset = U.staticFieldOffset(field);
  }

  /** The field of this name and type, or null if this JDK has none. */
  static FrayStatics of(Class<?> holder, String name, String descriptor) {
    Field field = FrayCore.field(holder, name, descriptor, true);
    return field == null ? null : new FrayStatics(field);
  }

  Object get() {
    return U.getReferenceVolatile(base, offset);
  }

  void set(Object value) {
    U.putReferenceVolatile(base, offset, value);
  }

  int getInt() {
    return U.getInt(base, offset);
  }

  void setInt(int value) {
    U.putInt(base, offset, value);
  }

  boolean getBoolean() {
    return U.getBooleanVolatile(base, offset);
  }

  void setBoolean(boolean value) {
    U.putBooleanVolatile(base, offset, value);
  }

  // ---- classes

  private static final HashMap<String, Class<?>> IN_USE = new HashMap<>();

  /** How many classes the JVM had loaded when one was not among them. */
  private static final HashMap<String, Integer> MISSING = new HashMap<>();

  /** A class of the JDK that is in use, by its internal name, or null; found out without loading it. */
  static Class<?> inUse(String name) throws ClassNotFoundException {
    Class<?> known = IN_USE.get(name);
    if (known != null) {
      return known;
    }
    Integer loaded = FrayCore.classesLoaded();
    if (loaded.equals(MISSING.get(name))) {
      return null;
    }
    if (!FrayCore.isLoaded(name)) {
      MISSING.put(name, loaded);
      return null;
    }
    Class<?> type = find(name);
    if (U.shouldBeInitialized(type)) {
      return null;
    }
    IN_USE.put(name, type);
    return type;
  }

  /** A class of the JDK that is loaded, or null. */
  static Class<?> loaded(String name) throws ClassNotFoundException {
    return FrayCore.isLoaded(name) ? find(name) : null;
  }

  private static Class<?> find(String name) throws ClassNotFoundException {
    return Class.forName(name.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
  }
}
