package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicInteger;
import support.Threads;

/**
 * Two threads exclude each other by volatile flags, fields of another class. Each looks at the
 * other's flag before it raises its own: when both look first, both go in.
 */
public class VolatileForeign {

  /** One thread's wish to go in. */
  static final class Wish {
    volatile boolean raised;
  }

  private final Wish first = new Wish();
  private final Wish second = new Wish();
  private final AtomicInteger inside = new AtomicInteger();

  boolean mayEnter(Wish mine, Wish others) {
    if (others.raised) {
      return false;
    }
    mine.raised = true;
    return true;
  }

  private void tryEnter(Wish mine, Wish others) {
    if (mayEnter(mine, others)) {
      check(inside.incrementAndGet() == 1, "two threads are inside");
      inside.decrementAndGet();
    }
    mine.raised = false;
  }

  final void run() throws InterruptedException {
    Threads.runAll(() -> tryEnter(first, second), () -> tryEnter(second, first));
  }

  public static void main(String[] args) throws Exception {
    new VolatileForeign().run();
  }
}
