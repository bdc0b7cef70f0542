package prim;

import static support.Threads.check;

import java.util.concurrent.Exchanger;
import support.Threads;

/**
 * Two producers swap a full buffer for an empty one with two consumers, all at one exchanger: two
 * consumers may meet there, and get the other's empty buffer.
 */
public class ExchangerMixed {
  private static final String FULL = "full";
  private static final String EMPTY = "empty";

  private static void produce(Exchanger<String> exchanger) throws InterruptedException {
    exchanger.exchange(FULL);
  }

  private static void consume(Exchanger<String> exchanger) throws InterruptedException {
    check(exchanger.exchange(EMPTY).equals(FULL), "a consumer got an empty buffer");
  }

  static void run(Exchanger<String> firstPair, Exchanger<String> secondPair)
      throws InterruptedException {
    Threads.runAll(
        () -> produce(firstPair),
        () -> consume(firstPair),
        () -> produce(secondPair),
        () -> consume(secondPair));
  }

  public static void main(String[] args) throws Exception {
    Exchanger<String> shared = new Exchanger<>();
    run(shared, shared);
  }
}
