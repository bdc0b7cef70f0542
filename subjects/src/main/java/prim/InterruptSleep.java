package prim;

import java.util.concurrent.CountDownLatch;
import support.Threads;

/**
 * A worker pauses and then blocks until it is interrupted. The pause swallows an interrupt that
 * comes during the sleep: the worker then blocks for ever.
 */
public class InterruptSleep {
  private final CountDownLatch never = new CountDownLatch(1);

  void interruptedInPause() {}

  private void pause() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      interruptedInPause();
    }
  }

  private void work() {
    pause();
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  final void run() throws InterruptedException {
    Thread worker = Threads.start(this::work);
    worker.interrupt();
    worker.join();
  }

  public static void main(String[] args) throws Exception {
    new InterruptSleep().run();
  }
}
