package prim;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import support.Threads;

/** Believes that a second is always enough for a task, and fails when the time is over. */
public class FutureTimeout {
  final FutureTask<String> task = new FutureTask<>(() -> "result");

  void use() throws InterruptedException, ExecutionException, TimeoutException {
    task.get(1, TimeUnit.SECONDS);
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::use, task::run);
  }

  public static void main(String[] args) throws Exception {
    new FutureTimeout().run();
  }
}
