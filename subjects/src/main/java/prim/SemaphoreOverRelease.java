package prim;

import static support.Threads.check;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import support.Threads;

/**
 * A thread that did not get the only permit gives one back all the same: now there are two, and two
 * threads are inside together.
 */
public class SemaphoreOverRelease {
  final Semaphore semaphore = new Semaphore(1);
  private final AtomicInteger inside = new AtomicInteger();

  private void use() throws InterruptedException {
    semaphore.acquire();
    check(inside.incrementAndGet() == 1, "two threads are inside");
    inside.decrementAndGet();
    semaphore.release();
  }

  void tryUse() {
    semaphore.tryAcquire();
    semaphore.release();
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::use, this::use, this::tryUse);
  }

  public static void main(String[] args) throws Exception {
    new SemaphoreOverRelease().run();
  }
}
