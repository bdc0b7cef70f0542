package prim;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import support.Threads;

/** Uses what a timed {@code poll} returned, which is null when the time is over. */
public class PollTimeout {
  final LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();

  String next() throws InterruptedException {
    return queue.poll(1, TimeUnit.SECONDS);
  }

  private void consume() throws InterruptedException {
    next().length();
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::consume, () -> queue.put("item"));
  }

  public static void main(String[] args) throws Exception {
    new PollTimeout().run();
  }
}
