package jacontebe;

import support.Threads;

/**
 * After Commons Pool: the evictor takes the idle object out to test it, and destroys it without
 * telling anybody. A borrower that came meanwhile, and found the pool at its limit with nothing
 * idle, waits for ever although there is room for a new object.
 */
public class CommonsPoolEvict {
  private static final int LIMIT = 1;

  private int total = 1;
  private int idle = 1;

  private synchronized void borrow() throws InterruptedException {
    while (idle == 0 && total == LIMIT) {
      wait();
    }
    if (idle > 0) {
      idle--;
    } else {
      total++;
    }
  }

  private synchronized boolean takeForTest() {
    if (idle == 0) {
      return false;
    }
    idle--;
    return true;
  }

  private synchronized void destroy() {
    total--;
    roomMade();
  }

  void roomMade() {}

  private void evict() {
    if (takeForTest()) {
      destroy();
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::borrow, this::evict);
  }

  public static void main(String[] args) throws Exception {
    new CommonsPoolEvict().run();
  }
}
