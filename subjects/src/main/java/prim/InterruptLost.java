package prim;

import support.Threads;

/**
 * A worker looks for an interrupt, then clears the status as part of its preparations, then waits
 * until it is interrupted: an interrupt between the look and the clearing is lost, and it waits for
 * ever.
 */
public class InterruptLost {
  private boolean stopped;

  void prepare() {
    Thread.interrupted();
  }

  private void work() {
    if (Thread.currentThread().isInterrupted()) {
      return;
    }
    prepare();
    try {
      awaitStop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void awaitStop() throws InterruptedException {
    while (!stopped) {
      wait();
    }
  }

  final void run() throws InterruptedException {
    Thread worker = Threads.start(this::work);
    worker.interrupt();
    worker.join();
  }

  public static void main(String[] args) throws Exception {
    new InterruptLost().run();
  }
}
