import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Looks at what comes of a garbage collection right behind it: queues, weak maps, cleaners. Each makes
 * so many steps as it has found something.
 */
public final class Collects {
  private static final int LOOKS = 3;

  private final ReferenceQueue<Object> queue = new ReferenceQueue<>();
  private final Map<Object, Object> weak = new WeakHashMap<>();
  private final AtomicInteger cleaned = new AtomicInteger();
  private final AtomicInteger steps = new AtomicInteger();
  private PhantomReference<Object> reference;

  private void make(Cleaner cleaner) {
    reference = new PhantomReference<>(new Object(), queue);
    weak.put(new Object(), "");
    AtomicInteger count = cleaned;
    cleaner.register(new Object(), count::incrementAndGet);
  }

  private synchronized void look() {
    for (int i = 0; i < LOOKS; i++) {
      steps.addAndGet(queue.poll() == reference ? 10 : 0);
      for (int left = weak.size() + cleaned.get(); left > 0; left--) {
        steps.incrementAndGet();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Collects collects = new Collects();
    collects.make(Cleaner.create());
    System.gc();
    Thread[] threads = {new Thread(collects::look), new Thread(collects::look)};
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (collects.steps.get() != 10 + 2 * LOOKS) {
      throw new AssertionError("not all of it was seen: " + collects.steps);
    }
  }
}
