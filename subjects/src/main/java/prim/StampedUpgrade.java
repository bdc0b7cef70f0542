package prim;

import java.util.concurrent.locks.StampedLock;
import support.Threads;

/**
 * Turns its read lock into a write lock and ignores that this fails while another thread reads: the
 * stamp is zero, and unlocking it throws.
 */
public class StampedUpgrade {
  final StampedLock lock = new StampedLock();
  private int value;

  long upgrade(long readStamp) {
    return lock.tryConvertToWriteLock(readStamp);
  }

  private void change() {
    long stamp = upgrade(lock.readLock());
    if (stamp != 0) {
      value++;
    }
    lock.unlock(stamp);
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::change, this::change);
  }

  public static void main(String[] args) throws Exception {
    new StampedUpgrade().run();
  }
}
