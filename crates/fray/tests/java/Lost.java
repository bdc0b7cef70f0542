import java.util.concurrent.atomic.AtomicInteger;

/** Two threads add to a number by reading and writing it: an update can be lost. */
public class Lost {
  public static void main(String[] args) throws InterruptedException {
    AtomicInteger number = new AtomicInteger();
    Runnable add = () -> number.set(number.get() + 1);
    Thread one = new Thread(add, "one");
    Thread two = new Thread(add, "two");
    one.start();
    two.start();
    one.join();
    two.join();
    if (number.get() != 2) {
      throw new IllegalStateException("an update was lost");
    }
  }
}
