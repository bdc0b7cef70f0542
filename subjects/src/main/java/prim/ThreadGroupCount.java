package prim;

import static support.Threads.check;

import support.Threads;

/**
 * Takes a thread group without active threads for the end of its worker: the worker may not even
 * have been started.
 */
public class ThreadGroupCount {
  private volatile boolean done;
  final ThreadGroup group = new ThreadGroup("workers");
  final Thread worker = new Thread(group, () -> done = true);
  Thread starter;

  boolean hasEnded() throws InterruptedException {
    return group.activeCount() == 0;
  }

  private void use() throws InterruptedException {
    if (hasEnded()) {
      check(done, "the worker has not run");
    }
  }

  final void run() throws InterruptedException {
    starter = Threads.start(worker::start);
    Thread user = Threads.start(this::use);
    user.join();
    starter.join();
    worker.join();
  }

  public static void main(String[] args) throws Exception {
    new ThreadGroupCount().run();
  }
}
