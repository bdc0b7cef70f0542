import java.util.concurrent.atomic.AtomicInteger;

/** Two threads add to a number atomically: nothing to find. */
public class Counted {
  public static void main(String[] args) throws InterruptedException {
    AtomicInteger number = new AtomicInteger();
    Thread one = new Thread(number::incrementAndGet, "one");
    Thread two = new Thread(number::incrementAndGet, "two");
    one.start();
    two.start();
    one.join();
    two.join();
    assert number.get() == 2 : number;
  }
}
