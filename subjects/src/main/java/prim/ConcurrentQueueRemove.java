package prim;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import support.Threads;

/** Two threads see that a concurrent queue is not empty and both remove its only element. */
public class ConcurrentQueueRemove {
  final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>(List.of("only"));

  void consume() {
    if (!queue.isEmpty()) {
      queue.remove();
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::consume, this::consume);
  }

  public static void main(String[] args) throws Exception {
    new ConcurrentQueueRemove().run();
  }
}
