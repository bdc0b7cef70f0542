package java.lang;

import jdk.internal.misc.Unsafe;

/** Where the elements of arrays begin: the same for all types, but not for all JVMs. */
final class FrayArrays {
  private FrayArrays() {}

  static final int BASE = base();

  /** By reflection, since the result is an int in some JDKs and a long in others. */
  private static int base() {
    try {
      Object offset =
          Unsafe.class
              .getMethod("arrayBaseOffset", Class.class)
              .invoke(FrayThreads.U, Object[].class);
      return ((Number) offset).intValue();
    } catch (ReflectiveOperationException missing) {
      throw new InternalError(missing);
    }
  }
}
