package prim;

import java.util.concurrent.LinkedBlockingQueue;
import support.Threads;

/**
 * A worker that nobody stops waits for ever and keeps the program from ending, in every schedule.
 */
public class DaemonLeft {
  private final LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();

  boolean isDaemon() {
    return false;
  }

  private void work() throws InterruptedException {
    while (true) {
      queue.take();
    }
  }

  final void run() {
    Thread worker = Threads.create(this::work);
    worker.setDaemon(isDaemon());
    worker.start();
    queue.add("item");
  }

  public static void main(String[] args) throws Exception {
    new DaemonLeft().run();
  }
}
