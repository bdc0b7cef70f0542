import dev.fray.Fray;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;

/** Several tests in one JVM: one uses the common pool, others what finds it and remembers it. */
public class SharesPools {
  public static void main(String[] args) {
    Fray.options().name("first").check(() -> ForkJoinPool.commonPool().submit(() -> 0).join());
    Fray.options().name("second").check(SharesPools::future);
    if (CompletableFuture.completedFuture(0).defaultExecutor() != ForkJoinPool.commonPool()) {
      throw new AssertionError("the JVM has two common pools");
    }
    Fray.options().name("third").check(SharesPools::future);
  }

  private static void future() {
    if (CompletableFuture.supplyAsync(() -> 1).join() != 1) {
      throw new AssertionError();
    }
  }
}
