package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicBoolean;
import support.Threads;

/**
 * A lock that is waited for with {@link Thread#yield}, and tested and taken in two steps: two
 * threads are in the critical section, and a count is lost.
 */
public class YieldLoop {
  final AtomicBoolean taken = new AtomicBoolean();
  private volatile int count;

  void acquire() {
    while (taken.get()) {
      Thread.yield();
    }
    taken.set(true);
  }

  private void count() {
    acquire();
    count++;
    taken.set(false);
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::count, this::count);
    check(count == 2, "a count is lost");
  }

  public static void main(String[] args) throws Exception {
    new YieldLoop().run();
  }
}
