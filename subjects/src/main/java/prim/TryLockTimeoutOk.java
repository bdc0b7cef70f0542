package prim;

import java.util.concurrent.TimeUnit;

/** {@link TryLockTimeout} that waits without a limit when the time is over. */
public final class TryLockTimeoutOk extends TryLockTimeout {

  @Override
  void acquire() throws InterruptedException {
    if (!lock.tryLock(1, TimeUnit.SECONDS)) {
      lock.lock();
    }
  }

  public static void main(String[] args) throws Exception {
    new TryLockTimeoutOk().run();
  }
}
