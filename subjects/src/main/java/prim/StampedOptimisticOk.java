package prim;

import static support.Threads.check;

/** {@link StampedOptimistic} that validates, and reads again under the read lock if it must. */
public final class StampedOptimisticOk extends StampedOptimistic {

  @Override
  void read() {
    long stamp = lock.tryOptimisticRead();
    int seenX = x;
    int seenY = y;
    if (!lock.validate(stamp)) {
      stamp = lock.readLock();
      try {
        seenX = x;
        seenY = y;
      } finally {
        lock.unlockRead(stamp);
      }
    }
    check(seenX == seenY, "half of a write was read");
  }

  public static void main(String[] args) throws Exception {
    new StampedOptimisticOk().run();
  }
}
