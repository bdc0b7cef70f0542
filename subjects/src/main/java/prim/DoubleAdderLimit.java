package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.DoubleAdder;
import support.Threads;

/** Compares the sum of an adder with a limit and then adds: two threads together exceed it. */
public class DoubleAdderLimit {
  private static final double LIMIT = 1;

  private final DoubleAdder used = new DoubleAdder();

  void use() {
    if (used.sum() < LIMIT) {
      used.add(1);
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::use, this::use);
    check(used.sum() <= LIMIT, "more is used than allowed");
  }

  public static void main(String[] args) throws Exception {
    new DoubleAdderLimit().run();
  }
}
