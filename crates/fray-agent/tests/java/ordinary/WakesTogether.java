import java.util.concurrent.CompletableFuture;

/**
 * Two threads wait for a class whose initialiser waits for one of them: a deadlock. When the initialiser is ended both
 * come back at once, and need locks of the JVM that the other one has.
 */
public final class WakesTogether {
  private WakesTogether() {}

  private static final class Outer {
    static final int VALUE = CompletableFuture.supplyAsync(() -> Inner.value).join();
  }

  private static final class Inner {
    static int value = 4;

    static {
      if (Thread.currentThread().getName().equals("two")) {
        value += Outer.VALUE;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread two = new Thread(() -> Inner.value++, "two");
    two.start();
    if (Outer.VALUE < 0) {
      throw new AssertionError("impossible");
    }
    two.join();
  }
}
