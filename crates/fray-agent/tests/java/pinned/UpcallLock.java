/**
 * A call-back from native code takes a lock that another thread may have: it has to wait there.
 * Wrong: the two locks are taken in different orders.
 */
public final class UpcallLock {
  private static final Object FIRST = new Object();
  private static final Object SECOND = new Object();
  private static int sum;

  public static void main(String[] args) throws Throwable {
    boolean right = args.length > 0;
    Object outer = right ? FIRST : SECOND;
    Object inner = right ? SECOND : FIRST;
    Thread other =
        new Thread(
            () -> {
              synchronized (FIRST) {
                synchronized (SECOND) {
                  sum++;
                }
              }
            });
    other.start();
    if (right) {
      Native.call(() -> add(outer, inner));
    } else {
      synchronized (outer) {
        Native.call(() -> add(inner, inner));
      }
    }
    other.join();
    if (sum != 2) {
      throw new AssertionError("sum is " + sum);
    }
  }

  private static void add(Object outer, Object inner) {
    synchronized (outer) {
      synchronized (inner) {
        sum++;
      }
    }
  }
}
