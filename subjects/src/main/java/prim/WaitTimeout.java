package prim;

import static support.Threads.check;

import support.Threads;

/** Takes the return of a timed {@code wait} for a notification: it may as well be the timeout. */
public class WaitTimeout {
  boolean ready;

  private synchronized void set() {
    ready = true;
    notifyAll();
  }

  void awaitReady() throws InterruptedException {
    if (!ready) {
      wait(1000);
    }
  }

  private synchronized void use() throws InterruptedException {
    awaitReady();
    check(ready, "timed out, and went on all the same");
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::use, this::set);
  }

  public static void main(String[] args) throws Exception {
    new WaitTimeout().run();
  }
}
