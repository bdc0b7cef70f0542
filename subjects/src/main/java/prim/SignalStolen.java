package prim;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import support.Threads;

/**
 * Two threads wait on one condition for different flags, and {@code signal} wakes one of them for
 * each flag. When the second flag's signal goes to the waiter of the first, the other waits for
 * ever.
 */
public class SignalStolen {
  private final ReentrantLock lock = new ReentrantLock();
  final Condition changed = lock.newCondition();
  private final boolean[] flags = new boolean[2];

  void wake() {
    changed.signal();
  }

  private void set(int flag) {
    lock.lock();
    try {
      flags[flag] = true;
      wake();
    } finally {
      lock.unlock();
    }
  }

  private void await(int flag) throws InterruptedException {
    lock.lock();
    try {
      while (!flags[flag]) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  private void setBoth() {
    set(0);
    set(1);
  }

  final void run() throws InterruptedException {
    Threads.runAll(() -> await(0), () -> await(1), this::setBoth);
  }

  public static void main(String[] args) throws Exception {
    new SignalStolen().run();
  }
}
