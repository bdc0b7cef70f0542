package prim;

import java.util.concurrent.RecursiveAction;

/** {@link ForkJoinUnjoined} that joins the forked half. */
public final class ForkJoinUnjoinedOk extends ForkJoinUnjoined {

  @Override
  void finish(RecursiveAction forked) {
    forked.join();
  }

  public static void main(String[] args) throws Exception {
    new ForkJoinUnjoinedOk().run();
  }
}
