package prim;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import support.Threads;

/**
 * Gives a task to a pool that another thread shuts down: when that comes first, the task is
 * refused.
 */
public class PoolShutdown {
  final ExecutorService pool = Executors.newFixedThreadPool(1);

  void submit() {
    pool.execute(() -> {});
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::submit, pool::shutdown);
  }

  public static void main(String[] args) throws Exception {
    new PoolShutdown().run();
  }
}
