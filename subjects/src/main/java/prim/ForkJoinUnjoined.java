package prim;

import static support.Threads.check;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/**
 * A fork/join sum that reads the result of the forked half without joining it: when the other
 * worker is slow, that half is missing.
 */
public class ForkJoinUnjoined {

  void finish(RecursiveAction forked) {}

  /** Counts the numbers from low to high by splitting the range. */
  private final class Count extends RecursiveAction {
    private static final long serialVersionUID = 1L;

    private final int low;
    private final int high;
    private volatile int result;

    Count(int low, int high) {
      this.low = low;
      this.high = high;
    }

    @Override
    protected void compute() {
      if (high - low == 1) {
        result = 1;
        return;
      }
      int middle = (low + high) / 2;
      Count left = new Count(low, middle);
      Count right = new Count(middle, high);
      right.fork();
      left.compute();
      finish(right);
      result = left.result + right.result;
    }
  }

  final void run() {
    ForkJoinPool pool = new ForkJoinPool(2);
    Count count = new Count(0, 3);
    pool.invoke(count);
    pool.shutdown();
    check(count.result == 3, "a part of the sum is missing");
  }

  public static void main(String[] args) throws Exception {
    new ForkJoinUnjoined().run();
  }
}
