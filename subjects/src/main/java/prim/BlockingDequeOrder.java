package prim;

import static support.Threads.check;

import java.util.concurrent.LinkedBlockingDeque;
import support.Threads;

/**
 * Puts 1 and 2 at the front of a deque; the consumer takes from the front and expects 2 before 1.
 * When it is fast it takes 1 before 2 is there.
 */
public class BlockingDequeOrder {
  final LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>();

  private void produce() throws InterruptedException {
    deque.putFirst(1);
    deque.putFirst(2);
  }

  void consume() throws InterruptedException {
    check(deque.takeFirst() == 2 && deque.takeFirst() == 1, "taken in another order");
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::produce, this::consume);
  }

  public static void main(String[] args) throws Exception {
    new BlockingDequeOrder().run();
  }
}
