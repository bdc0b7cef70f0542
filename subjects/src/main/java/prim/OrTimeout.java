package prim;

import static support.Threads.check;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import support.Threads;

/** Believes that a second is always enough for a future, and fails when the time is over. */
public class OrTimeout {
  final CompletableFuture<String> future = new CompletableFuture<>();

  String result() {
    return future.copy().orTimeout(1, TimeUnit.SECONDS).join();
  }

  private void use() {
    check(result().equals("result"), "not the result");
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::use, () -> future.complete("result"));
  }

  public static void main(String[] args) throws Exception {
    new OrTimeout().run();
  }
}
