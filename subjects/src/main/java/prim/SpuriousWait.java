package prim;

import static support.Threads.check;

import support.Threads;

/**
 * Tests its flag with {@code if} around {@code wait}. There is only one notification, and it comes
 * after the flag is set: only a spurious wake-up shows the bug.
 */
public class SpuriousWait {
  boolean ready;

  private synchronized void set() {
    ready = true;
    notifyAll();
  }

  void awaitReady() throws InterruptedException {
    if (!ready) {
      wait();
    }
  }

  private synchronized void use() throws InterruptedException {
    awaitReady();
    check(ready, "woken up before it is ready");
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::use, this::set);
  }

  public static void main(String[] args) throws Exception {
    new SpuriousWait().run();
  }
}
