package prim;

import java.util.concurrent.BrokenBarrierException;

/** {@link BarrierTimeout} in which both are prepared. */
public final class BarrierTimeoutOk extends BarrierTimeout {

  @Override
  void patient() throws InterruptedException {
    try {
      super.patient();
    } catch (BrokenBarrierException e) {
      // Goes on alone.
    }
  }

  public static void main(String[] args) throws Exception {
    new BarrierTimeoutOk().run();
  }
}
