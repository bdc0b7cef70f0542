package prim;

import java.util.concurrent.TimeUnit;

/** {@link AwaitTimeout} that waits on without a limit when the time is over. */
public final class AwaitTimeoutOk extends SpuriousAwait {

  @Override
  void awaitReady() throws InterruptedException {
    if (!ready) {
      changed.await(1, TimeUnit.SECONDS);
    }
    while (!ready) {
      changed.await();
    }
  }

  public static void main(String[] args) throws Exception {
    new AwaitTimeoutOk().run();
  }
}
