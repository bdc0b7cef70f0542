package prim;

import java.util.concurrent.TimeUnit;

/** {@link ReadLockTimeout} that waits without a limit when the time is over. */
public final class ReadLockTimeoutOk extends ReadLockTimeout {
  @Override
  void acquire() throws InterruptedException {
    if (!lock.readLock().tryLock(1, TimeUnit.SECONDS)) {
      lock.readLock().lock();
    }
  }

  public static void main(String[] args) throws Exception {
    new ReadLockTimeoutOk().run();
  }
}
