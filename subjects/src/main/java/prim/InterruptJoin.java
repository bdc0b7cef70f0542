package prim;

import static support.Threads.check;

import support.Threads;

/**
 * A thread joins a worker and uses its result. When it is interrupted while it joins, it goes on as
 * if the worker had ended.
 */
public class InterruptJoin {
  private volatile boolean done;

  void await(Thread worker) {
    try {
      worker.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void use(Thread worker) {
    await(worker);
    check(done, "the worker has not ended");
  }

  final void run() throws InterruptedException {
    Thread worker = Threads.start(() -> done = true);
    Thread user = Threads.start(() -> use(worker));
    user.interrupt();
    user.join();
    worker.join();
  }

  public static void main(String[] args) throws Exception {
    new InterruptJoin().run();
  }
}
