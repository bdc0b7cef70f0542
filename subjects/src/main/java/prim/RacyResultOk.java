package prim;

import java.util.concurrent.CountDownLatch;

/** {@link RacyResult} that is ordered by a latch. */
public final class RacyResultOk extends RacyResult {

  @Override
  void announce(CountDownLatch latch) {
    latch.countDown();
  }

  @Override
  void await(CountDownLatch latch) throws InterruptedException {
    latch.await();
  }

  public static void main(String[] args) throws Exception {
    new RacyResultOk().run();
  }
}
