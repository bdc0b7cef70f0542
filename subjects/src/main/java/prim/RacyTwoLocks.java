package prim;

import support.Threads;

/**
 * Each of two threads writes a plain array element under a lock, but under a lock of its own: a
 * race although no access is without a lock.
 */
public class RacyTwoLocks {
  private final int[] cells = new int[1];

  Object lockOf(Object own) {
    return own;
  }

  private void write(int value, Object own) {
    synchronized (lockOf(own)) {
      cells[0] = value;
    }
  }

  final void run() throws InterruptedException {
    Object first = new Object();
    Object second = new Object();
    Threads.runAll(() -> write(1, first), () -> write(2, second));
  }

  public static void main(String[] args) throws Exception {
    new RacyTwoLocks().run();
  }
}
