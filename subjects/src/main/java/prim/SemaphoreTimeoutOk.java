package prim;

import java.util.concurrent.TimeUnit;

/** {@link SemaphoreTimeout} that waits without a limit when the time is over. */
public final class SemaphoreTimeoutOk extends SemaphoreTimeout {
  @Override
  void acquire() throws InterruptedException {
    if (!permit.tryAcquire(1, TimeUnit.SECONDS)) {
      permit.acquire();
    }
  }

  public static void main(String[] args) throws Exception {
    new SemaphoreTimeoutOk().run();
  }
}
