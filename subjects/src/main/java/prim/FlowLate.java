package prim;

import static support.Threads.check;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import support.Threads;

/**
 * Subscribes to a publisher that another thread uses at the same time: an item submitted before the
 * subscription is never delivered.
 */
public class FlowLate {
  private final SubmissionPublisher<String> publisher = new SubmissionPublisher<>();
  private final AtomicInteger received = new AtomicInteger();
  private final CountDownLatch completed = new CountDownLatch(1);

  /** Takes everything and counts it. */
  private final class Counter implements Flow.Subscriber<String> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String item) {
      received.incrementAndGet();
    }

    @Override
    public void onError(Throwable failure) {
      completed.countDown();
    }

    @Override
    public void onComplete() {
      completed.countDown();
    }
  }

  private void publish() {
    publisher.submit("item");
    publisher.close();
  }

  final void subscribe() {
    publisher.subscribe(new Counter());
  }

  void runThreads() throws InterruptedException {
    Threads.runAll(this::subscribe, this::publish);
  }

  final void runPublisher() throws InterruptedException {
    Threads.runAll(this::publish);
  }

  final void run() throws InterruptedException {
    runThreads();
    completed.await();
    check(received.get() == 1, "the item was not delivered");
  }

  public static void main(String[] args) throws Exception {
    new FlowLate().run();
  }
}
