package prim;

import static support.Threads.check;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An asynchronous stage and the thread that has started it add to one number in two steps each: an
 * addition is lost.
 */
public class CompletableAsync {
  final AtomicInteger sum = new AtomicInteger();

  void add() {
    sum.set(sum.get() + 1);
  }

  final void run() {
    CompletableFuture<Void> stage = CompletableFuture.runAsync(this::add);
    add();
    stage.join();
    check(sum.get() == 2, "an addition is lost");
  }

  public static void main(String[] args) throws Exception {
    new CompletableAsync().run();
  }
}
