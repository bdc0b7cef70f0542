package prim;

/** {@link TryLockUnlock} that releases only what it has. */
public final class TryLockUnlockOk extends TryLockUnlock {

  @Override
  void tryCount() {
    boolean locked = lock.tryLock();
    try {
      countIf(locked);
    } finally {
      if (locked) {
        lock.unlock();
      }
    }
  }

  public static void main(String[] args) throws Exception {
    new TryLockUnlockOk().run();
  }
}
