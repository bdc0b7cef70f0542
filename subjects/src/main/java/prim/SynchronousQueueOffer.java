package prim;

import java.util.concurrent.SynchronousQueue;
import support.Threads;

/**
 * Offers an item to a queue without room: it is dropped when nobody waits for it yet, and the
 * consumer then waits for ever.
 */
public class SynchronousQueueOffer {
  final SynchronousQueue<String> queue = new SynchronousQueue<>();

  void produce() throws InterruptedException {
    queue.offer("item");
  }

  final void run() throws InterruptedException {
    Threads.runAll(queue::take, this::produce);
  }

  public static void main(String[] args) throws Exception {
    new SynchronousQueueOffer().run();
  }
}
