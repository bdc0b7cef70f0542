import jdk.internal.misc.Unsafe;

/** Every shape that a method of Unsafe with an object and an offset has. */
class UnsafeKinds {
  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long B = U.objectFieldOffset(UnsafeKinds.class, "b");
  private static final long C = U.objectFieldOffset(UnsafeKinds.class, "c");
  private static final long D = U.objectFieldOffset(UnsafeKinds.class, "d");
  private static final long F = U.objectFieldOffset(UnsafeKinds.class, "f");
  private static final long I = U.objectFieldOffset(UnsafeKinds.class, "i");
  private static final long J = U.objectFieldOffset(UnsafeKinds.class, "j");
  private static final long O = U.objectFieldOffset(UnsafeKinds.class, "o");
  private static final long S = U.objectFieldOffset(UnsafeKinds.class, "s");
  private static final long Z = U.objectFieldOffset(UnsafeKinds.class, "z");

  private byte b;
  private char c;
  private double d;
  private float f;
  private int i;
  private long j;
  private Object o;
  private short s;
  private boolean z;

  void puts() {
    U.putByteVolatile(this, B, (byte) 1);
    U.putCharRelease(this, C, 'c');
    U.putDoubleVolatile(this, D, 0.5);
    U.putFloatOpaque(this, F, 2);
    U.putIntVolatile(this, I, 3);
    U.putLongRelease(this, J, 1L << 40);
    U.putReferenceVolatile(this, O, "o");
    U.putShortOpaque(this, S, (short) 4);
    U.putBooleanVolatile(this, Z, true);
  }

  String gets() {
    puts();
    FrayLog.drop();
    return ""
        + U.getByteVolatile(this, B)
        + U.getCharAcquire(this, C)
        + U.getDoubleVolatile(this, D)
        + U.getFloatOpaque(this, F)
        + U.getIntVolatile(this, I)
        + U.getLongAcquire(this, J)
        + U.getReferenceVolatile(this, O)
        + U.getShortOpaque(this, S)
        + U.getBooleanVolatile(this, Z);
  }

  String updates() {
    boolean first = U.compareAndSetInt(this, I, 0, 1);
    long second = U.compareAndExchangeLong(this, J, 0, 1L << 40);
    boolean third = U.weakCompareAndSetReference(this, O, null, "o");
    double fourth = U.compareAndExchangeDouble(this, D, 0, 1.5);
    int fifth = U.getAndAddInt(this, I, 2);
    long sixth = U.getAndSetLong(this, J, 5);
    Object seventh = U.getAndSetReference(this, O, "p");
    return first + " " + second + " " + third + " " + fourth + " " + fifth + " " + sixth + " " + seventh;
  }

  /** Plain accesses are not hooked: compilers of the JDK know them for their own. */
  int plain() {
    U.putInt(this, I, 8);
    return U.getInt(this, I);
  }

  /** Locals of all kinds are alive around the call, and a branch needs a frame behind it. */
  int amongLocals() {
    long wide = 5;
    double real = 2;
    String text = "abc";
    for (int n = 0; n < 2; n++) {
      if (!U.compareAndSetInt(this, I, n, n + 1)) {
        return -1;
      }
    }
    return (int) (wide + real) + text.length() + i;
  }

  static void parks() {
    U.unpark(Thread.currentThread());
    U.park(false, 5L);
  }
}

class FrayLog {
  static void drop() {
    try {
      Class.forName("java.lang.FrayHooks").getMethod("take").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
