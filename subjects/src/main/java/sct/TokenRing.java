package sct;

import support.Threads;

/**
 * Three threads pass a value round under one monitor: x1 is made from x3, x2 is a copy of x1, x3 a
 * copy of x2. The fourth demands that all are equal once all have run, which is so only if they ran
 * in that order.
 */
public class TokenRing {
  private int x1 = 1;
  private int x2 = 2;
  private int x3 = 1;
  boolean firstDone;
  boolean secondDone;
  private boolean thirdDone;

  synchronized void first() {
    x1 = (x3 + 1) % 4;
    firstDone = true;
  }

  synchronized void second() throws InterruptedException {
    x2 = x1;
    secondDone = true;
  }

  synchronized void third() throws InterruptedException {
    x3 = x2;
    thirdDone = true;
  }

  private synchronized void checkRing() {
    if (firstDone && secondDone && thirdDone) {
      assert x1 == x2 && x2 == x3 : "the token was changed on its way";
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::first, this::second, this::third, this::checkRing);
  }

  public static void main(String[] args) throws Exception {
    new TokenRing().run();
  }
}
