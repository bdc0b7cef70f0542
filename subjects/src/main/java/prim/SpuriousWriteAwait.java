package prim;

import static support.Threads.check;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import support.Threads;

/**
 * Tests its flag with {@code if} around {@link Condition#awaitUninterruptibly} on the condition of
 * a write lock that it holds twice: only a spurious wake-up shows the bug.
 */
public class SpuriousWriteAwait {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  final Condition changed = lock.writeLock().newCondition();
  boolean ready;

  private void set() {
    lock.writeLock().lock();
    try {
      ready = true;
      changed.signalAll();
    } finally {
      lock.writeLock().unlock();
    }
  }

  void awaitReady() {
    if (!ready) {
      changed.awaitUninterruptibly();
    }
  }

  private void use() {
    lock.writeLock().lock();
    lock.writeLock().lock();
    try {
      awaitReady();
      check(lock.getWriteHoldCount() == 2, "the lock is not held as before");
      check(ready, "woken up before it is ready");
    } finally {
      lock.writeLock().unlock();
      lock.writeLock().unlock();
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::use, this::set);
  }

  public static void main(String[] args) throws Exception {
    new SpuriousWriteAwait().run();
  }
}
