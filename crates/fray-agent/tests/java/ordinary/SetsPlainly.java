import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Two threads increment an atomic as if it were none. */
public final class SetsPlainly {
  public static void main(String[] args) throws InterruptedException {
    AtomicInteger number = new AtomicInteger();
    AtomicLong wide = new AtomicLong();
    boolean isWide = args[0].equals("wide");
    Runnable increment =
        () -> {
          if (isWide) {
            wide.setPlain(wide.getPlain() + 1);
          } else {
            number.setPlain(number.getPlain() + 1);
          }
        };
    Thread other = new Thread(increment);
    other.start();
    increment.run();
    other.join();
    if (number.get() + wide.get() != 2) {
      throw new AssertionError("lost an update");
    }
  }
}
