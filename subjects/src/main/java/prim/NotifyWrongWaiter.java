package prim;

import support.Threads;

/**
 * One slot, one producer of two items, two consumers of one each, all waiting on one monitor and
 * woken by {@code notify}. When a consumer's notification goes to the other consumer instead of the
 * producer, that one waits again, and so does everybody.
 */
public class NotifyWrongWaiter {
  private boolean full;

  void wake() {
    notify();
  }

  private synchronized void put() throws InterruptedException {
    while (full) {
      wait();
    }
    full = true;
    wake();
  }

  private synchronized void take() throws InterruptedException {
    while (!full) {
      wait();
    }
    full = false;
    wake();
  }

  private void produce() throws InterruptedException {
    put();
    put();
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::take, this::take, this::produce);
  }

  public static void main(String[] args) throws Exception {
    new NotifyWrongWaiter().run();
  }
}
