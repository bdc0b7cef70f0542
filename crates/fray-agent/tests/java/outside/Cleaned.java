import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.CountDownLatch;

/** Waits for the thread that handles references, and for one that cleans. */
public final class Cleaned {
  private Cleaned() {}

  public static void main(String[] args) throws Exception {
    ReferenceQueue<Object> queue = new ReferenceQueue<>();
    PhantomReference<Object> reference = new PhantomReference<>(new Object(), queue);
    CountDownLatch cleaned = new CountDownLatch(1);
    register(cleaned);
    System.gc();
    if (queue.remove() != reference) {
      throw new AssertionError("another reference");
    }
    cleaned.await();
  }

  private static void register(CountDownLatch cleaned) {
    Cleaner.create().register(new Object(), cleaned::countDown);
  }
}
