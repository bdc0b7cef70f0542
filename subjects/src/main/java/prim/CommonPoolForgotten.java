package prim;

import static support.Threads.check;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** Gives a task to the common pool and uses its result without waiting for it. */
public class CommonPoolForgotten {
  private volatile boolean done;

  void await(ForkJoinTask<?> task) {}

  final void run() {
    await(ForkJoinPool.commonPool().submit(() -> {
      done = true;
    }));
    check(done, "the task has not run yet");
  }

  public static void main(String[] args) throws Exception {
    new CommonPoolForgotten().run();
  }
}
