import java.util.concurrent.atomic.AtomicInteger;

/** What {@code fray doctor} runs under control on each JDK. */
public class SelfCheck {
  private SelfCheck() {}

  public static void main(String[] args) throws InterruptedException {
    switch (args[0]) {
      case "order":
        order();
        break;
      case "hash":
        hash();
        break;
      default:
        throw new IllegalArgumentException(args[0]);
    }
  }

  /**
   * Fails only if the second thread runs, from its start to its end, between two steps of the first.
   * Without control that all but never happens; with control it takes a few executions.
   */
  private static void order() throws InterruptedException {
    AtomicInteger value = new AtomicInteger();
    Thread first =
        new Thread(
            () -> {
              int before = value.get();
              value.set(before + 1);
            });
    Thread second =
        new Thread(
            () -> {
              int before = value.get();
              value.set(before + 2);
            });
    first.start();
    second.start();
    first.join();
    second.join();
    if (value.get() != 3) {
      throw new AssertionError("lost");
    }
  }

  /** Always fails, with a message that tells the identity hash code of a fresh object. */
  private static void hash() throws InterruptedException {
    Object fresh = new Object();
    throw new AssertionError("hash " + System.identityHashCode(fresh));
  }
}
