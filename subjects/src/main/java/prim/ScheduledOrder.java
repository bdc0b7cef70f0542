package prim;

import static support.Threads.check;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Schedules two tasks with different delays and believes that the first has ended when the second
 * begins: the pool has two threads, and delays are only lower bounds.
 */
public class ScheduledOrder {
  private final ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(2);
  private volatile boolean firstDone;
  private volatile boolean inOrder;

  final Future<?> scheduleFirst() {
    return pool.schedule(() -> firstDone = true, 1, TimeUnit.MILLISECONDS);
  }

  final Future<?> scheduleSecond() {
    return pool.schedule(() -> inOrder = firstDone, 2, TimeUnit.MILLISECONDS);
  }

  void runTasks() throws InterruptedException, ExecutionException {
    Future<?> first = scheduleFirst();
    Future<?> second = scheduleSecond();
    first.get();
    second.get();
  }

  final void run() throws InterruptedException, ExecutionException {
    runTasks();
    pool.shutdown();
    check(inOrder, "the second task ran before the first had ended");
  }

  public static void main(String[] args) throws Exception {
    new ScheduledOrder().run();
  }
}
