package sct;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import support.Threads;

/**
 * The producer adds an item without the lock and signals only if the lock happens to be free. When
 * the consumer has just seen zero items and is about to wait, the lock is not free: the signal is
 * left out, and the consumer waits for ever.
 */
public class Sync02 {
  final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private final AtomicInteger items = new AtomicInteger();

  private void produce() {
    items.incrementAndGet();
    if (acquire()) {
      try {
        filled.signal();
      } finally {
        lock.unlock();
      }
    }
  }

  boolean acquire() {
    return lock.tryLock();
  }

  private void consume() throws InterruptedException {
    lock.lock();
    try {
      while (items.get() == 0) {
        filled.await();
      }
      items.decrementAndGet();
    } finally {
      lock.unlock();
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::produce, this::consume);
  }

  public static void main(String[] args) throws Exception {
    new Sync02().run();
  }
}
