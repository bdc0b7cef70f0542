package prim;

import support.Threads;

/**
 * Spins until a flag is set. The flag is only set for a moment: a thread that misses the moment
 * spins for ever.
 */
public class BusyWaitPulse {
  private volatile boolean flag;

  private void await() {
    while (!flag) {
      Thread.onSpinWait();
    }
  }

  void send() {
    set();
    flag = false;
  }

  final void set() {
    flag = true;
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::await, this::send);
  }

  public static void main(String[] args) throws Exception {
    new BusyWaitPulse().run();
  }
}
