package prim;

import support.Threads;

/**
 * Two hungry threads share one spoon, and whoever has it passes it on if the other is hungry: when
 * both are, they pass it to and fro for ever.
 */
public class PoliteLivelock {
  private int owner;
  private final boolean[] hungry = new boolean[2];

  /** Whether the given thread lets the other go first. */
  boolean isPolite(int me) {
    return true;
  }

  private synchronized void becomeHungry(int me) {
    hungry[me] = true;
  }

  private synchronized void awaitSpoon(int me) throws InterruptedException {
    while (owner != me) {
      wait();
    }
  }

  private synchronized boolean passOn(int me) {
    int other = 1 - me;
    if (isPolite(me) && hungry[other]) {
      owner = other;
      notifyAll();
      return true;
    }
    return false;
  }

  private synchronized void eat(int me) {
    hungry[me] = false;
    owner = 1 - me;
    notifyAll();
  }

  private void dine(int me) throws InterruptedException {
    becomeHungry(me);
    do {
      awaitSpoon(me);
    } while (passOn(me));
    eat(me);
  }

  final void run() throws InterruptedException {
    Threads.runAll(() -> dine(0), () -> dine(1));
  }

  public static void main(String[] args) throws Exception {
    new PoliteLivelock().run();
  }
}
