package prim;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import support.Threads;

/**
 * Ignores what a timed {@code offer} says: when the queue is full for too long the item is dropped,
 * and the consumer waits for it for ever.
 */
public class OfferTimeout {
  private static final int ITEMS = 2;

  final ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(1);

  void give(String item) throws InterruptedException {
    queue.offer(item, 1, TimeUnit.SECONDS);
  }

  private void produce() throws InterruptedException {
    for (int i = 0; i < ITEMS; i++) {
      give("item");
    }
  }

  private void consume() throws InterruptedException {
    for (int i = 0; i < ITEMS; i++) {
      queue.take();
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::produce, this::consume);
  }

  public static void main(String[] args) throws Exception {
    new OfferTimeout().run();
  }
}
