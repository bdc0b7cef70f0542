package java.lang;

import java.lang.reflect.Field;
import jdk.internal.misc.Unsafe;

/** Where the elements of arrays begin: the same for all types, but not for all JVMs. */
final class FrayArrays {
  private FrayArrays() {}

  static final int BASE = base();

  /** The constant is an int in some JDKs and a long in others. */
  private static int base() {
    Unsafe u = FrayThreads.U;
    Field field = FrayCore.field(Unsafe.class, "ARRAY_OBJECT_BASE_OFFSET", "I", true);
    if (field != null) {
      return u.getInt(u.staticFieldBase(field), u.staticFieldOffset(field));
    }
    field = FrayCore.field(Unsafe.class, "ARRAY_OBJECT_BASE_OFFSET", "J", true);
    return (int) u.getLong(u.staticFieldBase(field), u.staticFieldOffset(field));
  }
}
