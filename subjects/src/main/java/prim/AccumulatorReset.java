package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.LongAccumulator;
import support.Threads;

/** Drains an accumulator by reading it and then resetting it: a maximum in between is lost. */
public class AccumulatorReset {
  final LongAccumulator maximum = new LongAccumulator(Math::max, 0);
  private long drained;

  private void add() {
    maximum.accumulate(1);
    maximum.accumulate(2);
  }

  long drain() {
    long seen = maximum.get();
    maximum.reset();
    return seen;
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::add, () -> drained = drain());
    check(Math.max(drained, maximum.get()) == 2, "the maximum is lost");
  }

  public static void main(String[] args) throws Exception {
    new AccumulatorReset().run();
  }
}
