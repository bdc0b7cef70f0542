package prim;

import support.Threads;

/**
 * Two threads start a worker that is still new: when both look before either starts it, one fails.
 */
public class ThreadStartTwice {
  final Thread worker = Threads.create(() -> {});

  void startWorker() {
    if (worker.getState() == Thread.State.NEW) {
      worker.start();
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::startWorker, this::startWorker);
    worker.join();
  }

  public static void main(String[] args) throws Exception {
    new ThreadStartTwice().run();
  }
}
