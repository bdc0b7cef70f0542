package prim;

import java.util.concurrent.TimeUnit;

/** {@link SpuriousAwait} with a limit on the time: takes the timeout for the signal. */
public final class AwaitTimeout extends SpuriousAwait {

  @Override
  void awaitReady() throws InterruptedException {
    if (!ready) {
      changed.await(1, TimeUnit.SECONDS);
    }
  }

  public static void main(String[] args) throws Exception {
    new AwaitTimeout().run();
  }
}
