package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicInteger;
import support.Threads;

/**
 * Two threads fail on purpose, and the handler that they share counts the failures in two steps:
 * one is lost.
 */
public class UncaughtHandler {
  final AtomicInteger failures = new AtomicInteger();

  void count(Thread thread, Throwable failure) {
    failures.set(failures.get() + 1);
  }

  private Thread startFailing() {
    Thread thread =
        Threads.create(
            () -> {
              throw new IllegalStateException("on purpose");
            });
    thread.setUncaughtExceptionHandler(this::count);
    thread.start();
    return thread;
  }

  final void run() throws InterruptedException {
    Thread first = startFailing();
    Thread second = startFailing();
    first.join();
    second.join();
    check(failures.get() == 2, "a failure was not counted");
  }

  public static void main(String[] args) throws Exception {
    new UncaughtHandler().run();
  }
}
