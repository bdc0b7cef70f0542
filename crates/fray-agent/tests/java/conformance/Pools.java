import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Pools, futures and the threads that they make. */
final class Pools {
  private Pools() {}

  static void observe(Conformance c) throws Throwable {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Callable<String> name = () -> Thread.currentThread().getName();
    c.note("first name", pool.submit(name).get());
    Callable<Boolean> daemon = () -> Thread.currentThread().isDaemon();
    c.note("daemon", pool.submit(daemon).get());
    Callable<Object> failing =
        () -> {
          throw new IllegalStateException("of the task");
        };
    c.thrown("get of a failed task", () -> pool.submit(failing).get());
    List<Callable<Integer>> tasks = List.of(() -> 1, () -> 2, () -> 3);
    for (Future<Integer> future : pool.invokeAll(tasks)) {
      c.note("of invokeAll", future.get());
    }
    queued(c);
    pool.shutdown();
    c.note("terminated", pool.awaitTermination(1, TimeUnit.DAYS));
    c.note("after the end", rejected(pool));
    factory(c);
    c.note("common pool", ForkJoinPool.commonPool().awaitQuiescence(1, TimeUnit.DAYS));
    c.thrown("join of a failure", () -> CompletableFuture.supplyAsync(Pools::fail).join());
    c.note("completed once", CompletableFuture.completedFuture(1).complete(2));
  }

  /** The message tells what differs from one JVM to the next. */
  private static boolean rejected(ExecutorService pool) {
    try {
      pool.execute(() -> {});
      return false;
    } catch (RejectedExecutionException expected) {
      return true;
    }
  }

  private static Object fail() {
    throw new IllegalStateException("of the supplier");
  }

  private static void queued(Conformance c) throws Throwable {
    ExecutorService single = Executors.newSingleThreadExecutor();
    CountDownLatch started = new CountDownLatch(1);
    Future<?> first =
        single.submit(
            () -> {
              started.countDown();
              new CountDownLatch(1).await();
              return null;
            });
    Future<?> second = single.submit(() -> {});
    started.await();
    c.note("cancel", second.cancel(false));
    c.note("cancel again", second.cancel(false));
    c.thrown("get of a cancelled task", second::get);
    c.note("left by shutdownNow", single.shutdownNow().size());
    c.thrown("get of an interrupted task", first::get);
    c.note("terminated at last", single.awaitTermination(1, TimeUnit.DAYS));
  }

  private static void factory(Conformance c) throws Throwable {
    ExecutorService made =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "made");
              thread.setDaemon(true);
              return thread;
            });
    c.note("made by a factory", made.submit(() -> Thread.currentThread().getName()).get());
    made.shutdown();
    c.note("terminated too", made.awaitTermination(1, TimeUnit.DAYS));
  }
}
