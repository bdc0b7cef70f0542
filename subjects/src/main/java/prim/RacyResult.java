package prim;

import java.util.concurrent.CountDownLatch;
import support.Threads;

/**
 * Reads the plain result of a worker without waiting for it: nothing orders the write before the
 * read, and only the read after both threads have ended is safe.
 */
public class RacyResult {
  private final CountDownLatch done = new CountDownLatch(1);
  private int result;

  void announce(CountDownLatch latch) {}

  void await(CountDownLatch latch) throws InterruptedException {}

  private void work() {
    result = 1;
    announce(done);
  }

  private void read() throws InterruptedException {
    await(done);
    int seen = result;
    assert seen == 0 || seen == 1;
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::work, this::read);
    // Both threads have ended: this read is ordered in any case.
    assert result == 1;
  }

  public static void main(String[] args) throws Exception {
    new RacyResult().run();
  }
}
