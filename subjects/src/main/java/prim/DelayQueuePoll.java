package prim;

import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import support.Threads;

/**
 * Two threads see the only element of a delay queue, which is due, and both poll it: the second
 * gets null.
 */
public class DelayQueuePoll {
  final DelayQueue<Due> queue = new DelayQueue<>();

  /** An element that is always due. */
  static final class Due implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return 0;
    }

    @Override
    public int compareTo(Delayed other) {
      return 0;
    }
  }

  void consume() {
    if (queue.peek() != null) {
      queue.poll().getDelay(TimeUnit.SECONDS);
    }
  }

  final void run() throws InterruptedException {
    queue.add(new Due());
    Threads.runAll(this::consume, this::consume);
  }

  public static void main(String[] args) throws Exception {
    new DelayQueuePoll().run();
  }
}
