package prim;

import java.util.concurrent.TimeUnit;

/** {@link LatchTimeout} that waits on without a limit when the time is over. */
public final class LatchTimeoutOk extends LatchTimeout {

  @Override
  void awaitDone() throws InterruptedException {
    if (!done.await(1, TimeUnit.SECONDS)) {
      done.await();
    }
  }

  public static void main(String[] args) throws Exception {
    new LatchTimeoutOk().run();
  }
}
