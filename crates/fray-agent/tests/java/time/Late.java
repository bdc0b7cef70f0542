import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Gives up after a fifth of a second on a thread that takes longer. */
public final class Late {
  private Late() {}

  public static void main(String[] args) throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    Thread helper =
        new Thread(
            () -> {
              try {
                Thread.sleep(500);
              } catch (InterruptedException impossible) {
                throw new IllegalStateException(impossible);
              }
              done.countDown();
            });
    helper.start();
    if (!done.await(200, TimeUnit.MILLISECONDS)) {
      throw new AssertionError("gave up");
    }
    helper.join();
  }
}
