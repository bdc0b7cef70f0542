package prim;

import static support.Threads.check;

import support.Threads;

/**
 * A range whose bounds are volatile fields of its superclass. Each bound is checked against the
 * other and then set: when both checks come before both writes, the lower bound ends above the
 * upper one.
 */
public class VolatileInherited extends VolatileBounds {

  void raiseLower(int bound) {
    if (bound <= upper) {
      lower = bound;
    }
  }

  void reduceUpper(int bound) {
    if (bound >= lower) {
      upper = bound;
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(() -> raiseLower(8), () -> reduceUpper(5));
    check(lower <= upper, "the range is upside down");
  }

  public static void main(String[] args) throws Exception {
    new VolatileInherited().run();
  }
}
