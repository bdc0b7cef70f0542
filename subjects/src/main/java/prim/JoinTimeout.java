package prim;

import static support.Threads.check;

import support.Threads;

/** Takes the return of a timed {@code join} for the end of the thread: it may be the timeout. */
public class JoinTimeout {
  private volatile boolean done;

  void await(Thread worker) throws InterruptedException {
    worker.join(1000);
  }

  final void run() throws InterruptedException {
    Thread worker = Threads.start(() -> done = true);
    await(worker);
    check(done, "the worker has not ended");
  }

  public static void main(String[] args) throws Exception {
    new JoinTimeout().run();
  }
}
