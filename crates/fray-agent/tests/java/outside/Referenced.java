import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Uses what the JDK keeps in tables with reference queues, while the thread that handles references
 * may still be at work for an earlier execution. On JDK 21 they share a lock.
 */
public final class Referenced {
  private Referenced() {}

  public static void main(String[] args) throws Exception {
    ExecutorService executor = executor();
    executor.execute(() -> {});
    executor.execute(() -> {});
    executor.shutdown();
  }

  private static ExecutorService executor() throws Exception {
    if (Runtime.version().feature() < 21) {
      return Executors.newCachedThreadPool();
    }
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
