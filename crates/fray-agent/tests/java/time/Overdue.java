import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Gives up on a thread that runs in circles until it has done so. */
public final class Overdue {
  private static volatile boolean gaveUp;

  private Overdue() {}

  public static void main(String[] args) throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    Thread helper =
        new Thread(
            () -> {
              while (!gaveUp) {}
              done.countDown();
            });
    helper.start();
    boolean came = done.await(10, TimeUnit.SECONDS);
    gaveUp = true;
    helper.join();
    if (!came) {
      throw new AssertionError("gave up");
    }
  }
}
