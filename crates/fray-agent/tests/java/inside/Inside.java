import jdk.internal.misc.Unsafe;

/** Two threads count in one field through the JDK's own Unsafe, in the way that the argument names. */
public final class Inside {
  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long COUNT = U.objectFieldOffset(Inside.class, "count");

  private volatile int count;

  private Inside() {}

  private void count(String way) {
    switch (way) {
      case "volatile" -> U.putIntVolatile(this, COUNT, U.getIntVolatile(this, COUNT) + 1);
      case "release" -> U.putIntRelease(this, COUNT, U.getIntAcquire(this, COUNT) + 1);
      case "opaque" -> U.putIntOpaque(this, COUNT, U.getIntOpaque(this, COUNT) + 1);
      case "exchanged" -> {
        int seen = U.getAndAddInt(this, COUNT, 0);
        U.compareAndExchangeInt(this, COUNT, seen, seen + 1);
      }
      case "added" -> U.getAndAddInt(this, COUNT, 1);
      case "repeated" -> {
        int seen;
        do {
          seen = U.getIntVolatile(this, COUNT);
        } while (!U.weakCompareAndSetInt(this, COUNT, seen, seen + 1));
      }
      default -> throw new IllegalArgumentException(way);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Inside inside = new Inside();
    Thread one = new Thread(() -> inside.count(args[0]));
    Thread two = new Thread(() -> inside.count(args[0]));
    one.start();
    two.start();
    one.join();
    two.join();
    if (inside.count != 2) {
      throw new AssertionError("lost");
    }
  }
}
