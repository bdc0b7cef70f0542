package prim;

/** {@link ReadLockUpgrade} that gives the read lock back before it asks for the write lock. */
public final class ReadLockUpgradeOk extends ReadLockUpgrade {

  @Override
  void read() {
    boolean mustFill;
    lock.readLock().lock();
    try {
      mustFill = !valid;
    } finally {
      lock.readLock().unlock();
    }
    if (mustFill) {
      fill();
    }
  }

  public static void main(String[] args) throws Exception {
    new ReadLockUpgradeOk().run();
  }
}
