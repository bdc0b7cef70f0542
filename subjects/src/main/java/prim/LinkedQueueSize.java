package prim;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import support.Threads;

/** Two consumers see the only item of a blocking queue and both take it: one waits for ever. */
public class LinkedQueueSize {
  final LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>(List.of("only"));

  void consume() throws InterruptedException {
    if (queue.size() > 0) {
      queue.take();
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::consume, this::consume);
  }

  public static void main(String[] args) throws Exception {
    new LinkedQueueSize().run();
  }
}
