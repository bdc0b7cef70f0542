import java.util.concurrent.atomic.AtomicInteger;

/**
 * One thread counts inside of a call-back from native code, another one outside. Wrong: reading and
 * writing are two steps. No thread ever has to wait there.
 */
public final class Upcall {
  private static volatile int count;
  private static final AtomicInteger exact = new AtomicInteger();

  public static void main(String[] args) throws Throwable {
    boolean right = args.length > 0;
    Runnable add =
        () -> {
          for (int i = 0; i < 2; i++) {
            if (right) {
              exact.incrementAndGet();
            } else {
              count = count + 1;
            }
          }
        };
    Thread other = new Thread(add);
    other.start();
    Native.call(add);
    other.join();
    int sum = right ? exact.get() : count;
    if (sum != 4) {
      throw new AssertionError("counted " + sum);
    }
  }
}
