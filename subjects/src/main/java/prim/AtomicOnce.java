package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import support.Threads;

/** Does something once, guarded by a flag that is read and then set: two threads may do it. */
public class AtomicOnce {
  final AtomicBoolean begun = new AtomicBoolean();
  private final AtomicInteger times = new AtomicInteger();

  boolean isFirst() {
    if (begun.get()) {
      return false;
    }
    begun.set(true);
    return true;
  }

  private void doOnce() {
    if (isFirst()) {
      check(times.incrementAndGet() == 1, "done twice");
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::doOnce, this::doOnce);
  }

  public static void main(String[] args) throws Exception {
    new AtomicOnce().run();
  }
}
