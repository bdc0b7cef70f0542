package prim;

import java.util.concurrent.ArrayBlockingQueue;
import support.Threads;

/**
 * Offers two items to a queue of one and ignores that the second is refused while the first is
 * still there: the consumer waits for ever for it.
 */
public class ArrayQueueOffer {
  final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);

  void add(int item) throws InterruptedException {
    queue.offer(item);
  }

  private void produce() throws InterruptedException {
    add(1);
    add(2);
  }

  private void consume() throws InterruptedException {
    queue.take();
    queue.take();
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::produce, this::consume);
  }

  public static void main(String[] args) throws Exception {
    new ArrayQueueOffer().run();
  }
}
