import java.util.concurrent.CompletableFuture;

/** What a thread does before it hands a task to a pool, and what the task does, nobody does at the same time. */
public final class SubmitsWork {
  public static void main(String[] args) {
    CompletableFuture<?>[] all = new CompletableFuture<?>[3];
    for (int i = 0; i < all.length; i++) {
      int[] own = new int[1];
      own[0] = i;
      all[i] = CompletableFuture.runAsync(() -> own[0]++);
    }
    CompletableFuture.allOf(all).join();
  }
}
