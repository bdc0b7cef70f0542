import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes from a queue of references while the thread that handles references puts into it those that
 * a collection at the end of the execution before has cleared. The queue has a lock; on JDK 21 it is
 * a ReentrantLock.
 */
public final class Referenced {
  private static final int COUNT = 200_000;

  private static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();
  private static List<WeakReference<Object>> references = new ArrayList<>();

  private Referenced() {}

  public static void main(String[] args) {
    for (int i = 0; i < 1_000; i++) {
      QUEUE.poll();
    }
    references = new ArrayList<>(COUNT);
    for (int i = 0; i < COUNT; i++) {
      references.add(new WeakReference<>(new Object(), QUEUE));
    }
    System.gc();
  }
}
