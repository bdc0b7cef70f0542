import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Gives up after a second on a thread that takes none: fails only if a second passes at once. */
public final class Early {
  private Early() {}

  public static void main(String[] args) throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    Thread helper = new Thread(done::countDown);
    helper.start();
    if (!done.await(1, TimeUnit.SECONDS)) {
      throw new AssertionError("gave up");
    }
    helper.join();
  }
}
