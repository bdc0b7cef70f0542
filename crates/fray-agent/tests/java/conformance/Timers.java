import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Timers, and clocks as far as they have to agree. */
final class Timers {
  private Timers() {}

  static void observe(Conformance c) throws Throwable {
    Timer timer = new Timer("timer", true);
    CountDownLatch ran = new CountDownLatch(2);
    TimerTask task =
        new TimerTask() {
          @Override
          public void run() {
            ran.countDown();
          }
        };
    timer.schedule(task, 1, 1);
    ran.await();
    c.thrown("scheduled twice", () -> timer.schedule(task, 1));
    c.note("cancel", task.cancel());
    timer.cancel();
    c.thrown("after the end", () -> timer.schedule(new Nothing(), 1));
    c.thrown("a negative delay", () -> new Timer("other", true).schedule(new Nothing(), -1));
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
    c.note("scheduled", pool.schedule(() -> "value", 1, TimeUnit.MILLISECONDS).get());
    ScheduledFuture<?> later = pool.schedule(() -> {}, 1, TimeUnit.DAYS);
    c.note("not done", later.isDone());
    c.note("cancelled", later.cancel(false));
    pool.shutdown();
    c.note("terminated", pool.awaitTermination(1, TimeUnit.DAYS));
    long nanos = System.nanoTime();
    long millis = System.currentTimeMillis();
    Thread.sleep(20);
    c.note("slept, by nanoseconds", System.nanoTime() - nanos >= 20_000_000);
    c.note("slept, by milliseconds", System.currentTimeMillis() - millis >= 19);
    long wall = System.currentTimeMillis();
    long instant = java.time.Instant.now().toEpochMilli();
    c.note("one time of day", Math.abs(instant - wall) < 60_000);
  }

  private static final class Nothing extends TimerTask {
    @Override
    public void run() {}
  }
}
