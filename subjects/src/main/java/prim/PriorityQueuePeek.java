package prim;

import static support.Threads.check;

import java.util.List;
import java.util.concurrent.PriorityBlockingQueue;
import support.Threads;

/**
 * Decides by the head of a priority queue and then takes the head: a more urgent item may have
 * become the head in between.
 */
public class PriorityQueuePeek {
  final PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>(List.of(2));

  void consume() {
    Integer expected = queue.peek();
    check(queue.poll().equals(expected), "took another item than the one looked at");
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::consume, () -> queue.put(1));
  }

  public static void main(String[] args) throws Exception {
    new PriorityQueuePeek().run();
  }
}
