package prim;

import support.Threads;

/**
 * A thread that is not alive is taken for one that has ended: the reader that looks before the worker
 * has been started finds no result.
 */
public class AliveNotStarted {
  volatile int result;
  final Thread worker = Threads.create(() -> result = 42);

  /** Whether the result is there. */
  boolean ended() {
    return !worker.isAlive();
  }

  final void run() throws InterruptedException {
    Threads.runAll(worker::start, this::read);
    worker.join();
  }

  private void read() {
    if (ended()) {
      Threads.check(result == 42, "the worker has ended without a result");
    }
  }

  public static void main(String[] args) throws Exception {
    new AliveNotStarted().run();
  }
}
