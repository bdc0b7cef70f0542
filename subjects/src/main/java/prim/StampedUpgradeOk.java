package prim;

/** {@link StampedUpgrade} that gives the read lock back and takes the write lock if it must. */
public final class StampedUpgradeOk extends StampedUpgrade {

  @Override
  long upgrade(long readStamp) {
    long stamp = lock.tryConvertToWriteLock(readStamp);
    if (stamp == 0) {
      lock.unlockRead(readStamp);
      stamp = lock.writeLock();
    }
    return stamp;
  }

  public static void main(String[] args) throws Exception {
    new StampedUpgradeOk().run();
  }
}
