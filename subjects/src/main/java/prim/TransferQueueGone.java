package prim;

import static support.Threads.check;

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import support.Threads;

/**
 * Transfers an item because a consumer waits for one. The consumer waits for a limited time, and
 * when it gives up before the transfer begins, the producer waits for ever.
 */
public class TransferQueueGone {
  final LinkedTransferQueue<String> queue = new LinkedTransferQueue<>();
  private volatile boolean given;
  private volatile boolean received;

  boolean give() throws InterruptedException {
    if (!queue.hasWaitingConsumer()) {
      return false;
    }
    queue.transfer("item");
    return true;
  }

  private void produce() throws InterruptedException {
    given = give();
  }

  private void consume() throws InterruptedException {
    received = queue.poll(10, TimeUnit.MILLISECONDS) != null;
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::consume, this::produce);
    check(given == received, "the item was given and not received");
  }

  public static void main(String[] args) throws Exception {
    new TransferQueueGone().run();
  }
}
