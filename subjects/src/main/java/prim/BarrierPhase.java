package prim;

import static support.Threads.check;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicIntegerArray;
import support.Threads;

/**
 * Two threads fill their cells, meet at a barrier, read both cells and clear their own for the next
 * round. There is no barrier before the clearing: the faster one clears what the other has not read
 * yet.
 */
public class BarrierPhase {
  final CyclicBarrier barrier = new CyclicBarrier(2);
  private final AtomicIntegerArray cells = new AtomicIntegerArray(2);

  void meetBeforeClearing() throws InterruptedException, BrokenBarrierException {}

  private void round(int mine) throws InterruptedException, BrokenBarrierException {
    cells.set(mine, 1);
    barrier.await();
    check(cells.get(0) + cells.get(1) == 2, "a cell of this round is cleared already");
    meetBeforeClearing();
    cells.set(mine, 0);
  }

  final void run() throws InterruptedException {
    Threads.runAll(() -> round(0), () -> round(1));
  }

  public static void main(String[] args) throws Exception {
    new BarrierPhase().run();
  }
}
