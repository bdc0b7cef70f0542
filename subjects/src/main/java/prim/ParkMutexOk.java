package prim;

import java.util.concurrent.locks.LockSupport;

/**
 * {@link ParkMutex} that queues up first and tries afterwards: whoever releases the lock after a
 * failed attempt sees the waiter in the queue.
 */
public final class ParkMutexOk extends ParkMutex {

  @Override
  void lock() {
    Thread me = Thread.currentThread();
    waiters.add(me);
    while (!held.compareAndSet(false, true)) {
      LockSupport.park(this);
    }
    waiters.remove(me);
  }

  @Override
  void unlock() {
    held.set(false);
    LockSupport.unpark(waiters.peek());
  }

  public static void main(String[] args) throws Exception {
    new ParkMutexOk().run();
  }
}
