package prim;

import static support.Threads.check;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import support.Threads;

/** Two workers, but a latch of one: the sum is read when only one of them has added its part. */
public class LatchTooSmall {
  final CountDownLatch done;
  private final AtomicInteger sum = new AtomicInteger();

  LatchTooSmall(int count) {
    done = new CountDownLatch(count);
  }

  private void work() {
    sum.incrementAndGet();
    done.countDown();
  }

  void awaitDone() throws InterruptedException {
    done.await();
  }

  private void collect() throws InterruptedException {
    awaitDone();
    check(sum.get() == 2, "a part is missing");
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::work, this::work, this::collect);
  }

  public static void main(String[] args) throws Exception {
    new LatchTooSmall(1).run();
  }
}
