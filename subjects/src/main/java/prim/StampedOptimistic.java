package prim;

import static support.Threads.check;

import java.util.concurrent.locks.StampedLock;
import support.Threads;

/** An optimistic read that is not validated sees one field before and one after a write. */
public class StampedOptimistic {
  final StampedLock lock = new StampedLock();
  // Volatile because an optimistic reader reads them without any lock.
  volatile int x;
  volatile int y;

  private void move() {
    long stamp = lock.writeLock();
    try {
      x = 1;
      y = 1;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  void read() {
    lock.tryOptimisticRead();
    int seenX = x;
    int seenY = y;
    check(seenX == seenY, "half of a write was read");
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::move, this::read);
  }

  public static void main(String[] args) throws Exception {
    new StampedOptimistic().run();
  }
}
