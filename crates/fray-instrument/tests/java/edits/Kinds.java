class Base {
  volatile int inherited;
  int inheritedPlain;
  static volatile int inheritedStatic;
}

class Other {
  volatile long state;
  int plain;
  static volatile Object shared;
}

/** One method for each kind of hook in the code of a program. */
class Kinds extends Base {
  volatile int own;
  volatile long wide;
  volatile double real;
  volatile Object reference;
  int plain;
  final int fixed;
  static volatile long ownStatic;
  static int plainStatic;

  private static final Object LOCK = new Object();

  Kinds() {
    fixed = 5;
  }

  // Fields.

  int ownRead() {
    return own;
  }

  int ownWrite() {
    return own = 7;
  }

  long wideWrite() {
    wide = 1L << 40;
    return wide;
  }

  double realWrite() {
    real = 0.5;
    return real;
  }

  Object referenceWrite() {
    reference = "text";
    return reference;
  }

  int increment() {
    return ++own;
  }

  int inheritedField() {
    inherited = 3;
    return inherited;
  }

  int inheritedPlainField() {
    inheritedPlain = 4;
    return inheritedPlain;
  }

  static int inheritedStaticField() {
    Kinds.inheritedStatic = 3;
    return Kinds.inheritedStatic;
  }

  static long otherClass() {
    Other other = new Other();
    other.state = 9;
    return other.state;
  }

  static int otherPlain() {
    Other other = new Other();
    other.plain = 9;
    return other.plain;
  }

  static Object otherStatic() {
    Other.shared = "s";
    return Other.shared;
  }

  static long staticField() {
    ownStatic = 2;
    return ownStatic;
  }

  int finalField() {
    return fixed;
  }

  int plainField() {
    plain = 6;
    return plain;
  }

  static int plainStaticField() {
    plainStatic = 6;
    return plainStatic;
  }

  /** A write through a reference that is null must still be the program's own exception. */
  static int nullHolder() {
    Kinds none = null;
    return none.own;
  }

  static Object initialised() {
    return new Initialised().value;
  }

  // Array elements.

  static String copies() {
    int[] ints = new int[1];
    int[] other = ints.clone();
    System.arraycopy(ints, 0, other, 0, 1);
    java.util.function.BiFunction<int[], Integer, int[]> copies = java.util.Arrays::copyOf;
    long[] longs = new long[2];
    java.util.Arrays.fill(longs, 1, 2, 7L);
    return "" + java.util.Arrays.copyOf(other, 2).length + copies.apply(ints, 3).length;
  }

  static String arrays() {
    int[] ints = new int[2];
    ints[1] = 1;
    long[] longs = {0, 0};
    longs[1] = 1L << 33;
    double[] doubles = new double[3];
    doubles[2] = 1.5;
    byte[] bytes = new byte[1];
    bytes[0] = 3;
    boolean[] booleans = new boolean[1];
    booleans[0] = true;
    float[] floats = new float[1];
    floats[0] = 2;
    char[] chars = {'a'};
    short[] shorts = {1};
    shorts[0]++;
    Object[] objects = new Object[1];
    objects[0] = "o";
    return "" + ints[1] + longs[1] + doubles[2] + bytes[0] + booleans[0] + floats[0] + chars[0]
        + shorts[0] + objects[0];
  }

  static int grid() {
    int[][] grid = new int[2][2];
    grid[1][0] = 5;
    return grid[1][0];
  }

  // Monitors.

  static boolean block() {
    synchronized (LOCK) {
      return Thread.holdsLock(LOCK);
    }
  }

  synchronized boolean method() {
    return Thread.holdsLock(this);
  }

  static synchronized boolean staticMethod() {
    return Thread.holdsLock(Kinds.class);
  }

  synchronized int methodThrows() {
    return 1 / (fixed - 5);
  }

  static boolean blockThrows() {
    try {
      synchronized (LOCK) {
        throw new IllegalStateException();
      }
    } catch (IllegalStateException e) {
      return Thread.holdsLock(LOCK);
    }
  }

  // Calls.

  synchronized int waits() throws InterruptedException {
    wait();
    wait(5);
    wait(5, 6);
    notify();
    notifyAll();
    return 0;
  }

  static int threads() throws InterruptedException {
    Thread thread = new Thread();
    Thread.sleep(1);
    Thread.sleep(1, 2);
    MyThread.sleep(3);
    Thread.yield();
    Thread.onSpinWait();
    java.util.concurrent.locks.LockSupport.unpark(thread);
    return (Thread.interrupted() ? 1 : 0) + (thread.isInterrupted() ? 2 : 0) + (thread.isAlive() ? 4 : 0);
  }

  static long clocks() {
    return System.nanoTime() + System.currentTimeMillis();
  }

  static boolean references() {
    Object lock = new Object();
    Runnable notify = lock::notifyAll;
    Runnable yield = Thread::yield;
    java.util.function.LongSupplier clock = System::nanoTime;
    notify.run();
    yield.run();
    return clock.getAsLong() == 42;
  }

  // Static initialisers.

  static int staticInitialiser() {
    return Lazy.VALUE.length();
  }

  static Class<?> loader() throws ClassNotFoundException {
    return new Loading().loadClass("Any");
  }
}

class MyThread extends Thread {}

class Initialised {
  volatile Object value = "v";
}

class Lazy {
  static final String VALUE = new String("lazy");
}

class Loading extends ClassLoader {
  @Override
  public Class<?> loadClass(String name) {
    return Loading.class;
  }
}
