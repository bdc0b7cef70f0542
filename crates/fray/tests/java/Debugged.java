import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two threads add to a number by reading and writing it, after they have used a class whose
 * initialiser waits for a third one: an update can be lost.
 */
public class Debugged {
  static final AtomicInteger NUMBER = new AtomicInteger();
  static final CountDownLatch GO = new CountDownLatch(1);

  static final class Slow {
    static final int ONE;

    static {
      try {
        GO.await();
      } catch (InterruptedException never) {
        throw new AssertionError(never);
      }
      ONE = 1;
    }
  }

  static void add() {
    int one = Slow.ONE;
    int before = NUMBER.get();
    NUMBER.set(before + one);
  }

  public static void main(String[] args) throws InterruptedException {
    Thread[] threads = {
      new Thread(Debugged::add, "one"),
      new Thread(Debugged::add, "two"),
      new Thread(GO::countDown, "three")
    };
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (NUMBER.get() != 2) {
      throw new IllegalStateException("an update was lost");
    }
  }
}
