package prim;

/** {@link LockNotReleased} with the release in a {@code finally}. */
public final class LockNotReleasedOk extends LockNotReleased {

  @Override
  void useLocked() {
    lock.lock();
    try {
      checkOpen();
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] args) throws Exception {
    new LockNotReleasedOk().run();
  }
}
