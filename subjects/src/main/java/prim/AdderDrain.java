package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.LongAdder;
import support.Threads;

/** Drains an adder by reading it and then setting it to zero: what is added in between is lost. */
public class AdderDrain {
  final LongAdder adder = new LongAdder();
  private long drained;

  private void add() {
    adder.increment();
    adder.increment();
  }

  long drain() {
    long sum = adder.sum();
    adder.reset();
    return sum;
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::add, () -> drained = drain());
    check(drained + adder.sum() == 2, "an addition is lost");
  }

  public static void main(String[] args) throws Exception {
    new AdderDrain().run();
  }
}
