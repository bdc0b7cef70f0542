package prim;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import support.Threads;

/**
 * One of two threads waits at a barrier for a limited time and is prepared for the timeout. The
 * other is not prepared for the barrier that the timeout breaks.
 */
public class BarrierTimeout {
  private final CyclicBarrier barrier = new CyclicBarrier(2);

  private void impatient() throws InterruptedException {
    try {
      barrier.await(1, TimeUnit.SECONDS);
    } catch (TimeoutException | BrokenBarrierException e) {
      // Goes on alone.
    }
  }

  void patient() throws InterruptedException, BrokenBarrierException {
    barrier.await();
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::impatient, this::patient);
  }

  public static void main(String[] args) throws Exception {
    new BarrierTimeout().run();
  }
}
