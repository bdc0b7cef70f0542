package prim;

import static support.Threads.check;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import support.Threads;

/**
 * Believes that a fair lock is given in the order in which the threads were started. It is given in
 * the order in which they queue for it.
 */
public class FairLockOrder {
  private final ReentrantLock lock = new ReentrantLock(true);
  /** Who had the lock, in order. Guarded by lock. */
  private final List<Integer> order = new ArrayList<>();

  private void enter(int number) {
    lock.lock();
    try {
      order.add(number);
    } finally {
      lock.unlock();
    }
  }

  boolean isExpected(List<Integer> order) {
    return order.equals(List.of(1, 2));
  }

  final void run() throws InterruptedException {
    Threads.runAll(() -> enter(1), () -> enter(2));
    check(isExpected(order), "the lock was given in another order");
  }

  public static void main(String[] args) throws Exception {
    new FairLockOrder().run();
  }
}
