import java.util.concurrent.CountDownLatch;

/**
 * A static initialiser waits for another thread. Wrong: that thread may need the class itself, and
 * waits for its initialiser.
 */
public final class Initialiser {
  static final CountDownLatch begun = new CountDownLatch(1);
  static volatile boolean right;

  static final class Slow {
    static volatile int value = 1;

    static {
      try {
        begun.await();
      } catch (InterruptedException impossible) {
        throw new AssertionError(impossible);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    right = args.length > 0;
    Thread other =
        new Thread(
            () -> {
              if (right) {
                begun.countDown();
                Slow.value++;
              } else {
                Slow.value++;
                begun.countDown();
              }
            });
    other.start();
    Slow.value++;
    other.join();
  }
}
