package prim;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import support.Threads;

/** Waits for the result of a task that another thread may cancel, and is not prepared for that. */
public class FutureTaskCancel {
  final FutureTask<String> task = new FutureTask<>(() -> "result");

  void use() throws InterruptedException, ExecutionException {
    task.get();
  }

  final void run() throws InterruptedException {
    Threads.runAll(task::run, () -> task.cancel(false), this::use);
  }

  public static void main(String[] args) throws Exception {
    new FutureTaskCancel().run();
  }
}
