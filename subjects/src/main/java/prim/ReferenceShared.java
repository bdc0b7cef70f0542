package prim;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import support.Threads;

/**
 * Two threads wait for the references of one queue, into which the JVM's own thread puts a single one,
 * whatever the schedule: one of them waits for ever.
 */
public class ReferenceShared {
  private final ReferenceQueue<Object> cleared = new ReferenceQueue<>();

  /** They have to be reachable themselves. */
  private final List<WeakReference<Object>> references = new ArrayList<>();

  /** How many references there will be. */
  int count() {
    return 1;
  }

  private void take() throws InterruptedException {
    Threads.check(references.contains(cleared.remove()), "a reference that nobody has made");
  }

  final void run() throws InterruptedException {
    for (int i = 0; i < count(); i++) {
      references.add(new WeakReference<>(new Object(), cleared));
    }
    System.gc();
    Threads.runAll(this::take, this::take);
  }

  public static void main(String[] args) throws Exception {
    new ReferenceShared().run();
  }
}
