package prim;

import static support.Threads.check;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import support.Threads;

/**
 * A hand-written lock: who does not get it queues up and parks. The owner may release it between
 * the failed attempt and the queueing, finds nobody to wake up, and the other parks for ever.
 */
public class ParkMutex {
  final AtomicBoolean held = new AtomicBoolean();
  final ConcurrentLinkedQueue<Thread> waiters = new ConcurrentLinkedQueue<>();
  private final AtomicInteger inside = new AtomicInteger();

  void lock() {
    while (!held.compareAndSet(false, true)) {
      waiters.add(Thread.currentThread());
      LockSupport.park(this);
    }
  }

  void unlock() {
    held.set(false);
    LockSupport.unpark(waiters.poll());
  }

  private void use() {
    lock();
    check(inside.incrementAndGet() == 1, "two threads are inside");
    inside.decrementAndGet();
    unlock();
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::use, this::use);
  }

  public static void main(String[] args) throws Exception {
    new ParkMutex().run();
  }
}
