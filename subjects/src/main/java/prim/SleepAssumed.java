package prim;

import static support.Threads.check;

import java.util.concurrent.CountDownLatch;
import support.Threads;

/** Sleeps instead of waiting for the other thread, which may be slower than the sleep. */
public class SleepAssumed {
  final CountDownLatch set = new CountDownLatch(1);
  private volatile boolean ready;

  private void set() {
    ready = true;
    set.countDown();
  }

  void await() throws InterruptedException {
    Thread.sleep(50);
  }

  private void use() throws InterruptedException {
    await();
    check(ready, "slept, and it is not ready yet");
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::use, this::set);
  }

  public static void main(String[] args) throws Exception {
    new SleepAssumed().run();
  }
}
