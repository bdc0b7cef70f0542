package prim;

import java.util.concurrent.TimeUnit;

/** {@link DelayQueuePoll} that looks at what it polled. */
public final class DelayQueuePollOk extends DelayQueuePoll {

  @Override
  void consume() {
    Due due = queue.poll();
    if (due != null) {
      due.getDelay(TimeUnit.SECONDS);
    }
  }

  public static void main(String[] args) throws Exception {
    new DelayQueuePollOk().run();
  }
}
