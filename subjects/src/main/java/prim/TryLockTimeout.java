package prim;

import static support.Threads.check;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import support.Threads;

/**
 * Ignores what a timed {@code tryLock} says: after a timeout two threads are in the critical
 * section, and a count is lost.
 */
public class TryLockTimeout {
  final ReentrantLock lock = new ReentrantLock();
  private volatile int count;

  void acquire() throws InterruptedException {
    lock.tryLock(1, TimeUnit.SECONDS);
  }

  private void count() throws InterruptedException {
    acquire();
    count++;
    if (lock.isHeldByCurrentThread()) {
      lock.unlock();
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::count, this::count);
    check(count == 2, "a count is lost");
  }

  public static void main(String[] args) throws Exception {
    new TryLockTimeout().run();
  }
}
