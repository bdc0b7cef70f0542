package prim;

import static support.Threads.check;

import java.util.concurrent.CompletableFuture;
import support.Threads;

/**
 * Two threads complete one future if it is not done yet: when both find it open, one of them is
 * wrong to believe that its value is the result.
 */
public class CompletedTwice {
  final CompletableFuture<Integer> future = new CompletableFuture<>();

  void complete(int value) {
    if (!future.isDone()) {
      future.complete(value);
      check(future.join() == value, "the result is the other thread's");
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(() -> complete(1), () -> complete(2), future::join);
  }

  public static void main(String[] args) throws Exception {
    new CompletedTwice().run();
  }
}
