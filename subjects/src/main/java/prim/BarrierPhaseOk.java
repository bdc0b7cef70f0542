package prim;

import java.util.concurrent.BrokenBarrierException;

/** {@link BarrierPhase} with a second meeting between reading and clearing. */
public final class BarrierPhaseOk extends BarrierPhase {

  @Override
  void meetBeforeClearing() throws InterruptedException, BrokenBarrierException {
    barrier.await();
  }

  public static void main(String[] args) throws Exception {
    new BarrierPhaseOk().run();
  }
}
