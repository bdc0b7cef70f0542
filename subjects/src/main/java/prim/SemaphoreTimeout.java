package prim;

import static support.Threads.check;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import support.Threads;

/**
 * Ignores what a timed {@code tryAcquire} says: after a timeout two threads are in the critical
 * section, and a count is lost.
 */
public class SemaphoreTimeout {
  final Semaphore permit = new Semaphore(1);
  private volatile int count;

  void acquire() throws InterruptedException {
    permit.tryAcquire(1, TimeUnit.SECONDS);
  }

  private void count() throws InterruptedException {
    acquire();
    count++;
    permit.release();
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::count, this::count);
    check(count == 2, "a count is lost");
  }

  public static void main(String[] args) throws Exception {
    new SemaphoreTimeout().run();
  }
}
