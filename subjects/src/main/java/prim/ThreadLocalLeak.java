package prim;

import static support.Threads.check;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A task of a pool sets a thread-local and does not remove it: a later task that happens to run on
 * the same thread finds it.
 */
public class ThreadLocalLeak {
  final ThreadLocal<String> user = new ThreadLocal<>();
  private final CountDownLatch ended = new CountDownLatch(3);

  void cleanUp() {}

  private void withUser() {
    user.set("somebody");
    cleanUp();
  }

  private void withoutUser() {
    check(user.get() == null, "found the user of an earlier task");
  }

  private Runnable counted(Runnable task) {
    return () -> {
      try {
        task.run();
      } finally {
        ended.countDown();
      }
    };
  }

  final void run() throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.execute(counted(this::withUser));
    pool.execute(counted(() -> {}));
    pool.execute(counted(this::withoutUser));
    ended.await();
    pool.shutdown();
  }

  public static void main(String[] args) throws Exception {
    new ThreadLocalLeak().run();
  }
}
