package prim;

/**
 * Interrupts a worker to make it look at a request, and writes the request only then. An interrupt
 * orders what was before it, whether or not the worker waits by that time.
 */
public class RacyInterrupt {
  private int request;

  void interrupt(Thread worker) {
    worker.interrupt();
    request = 1;
  }

  final void request() {
    request = 1;
  }

  private void work() {
    try {
      Thread.sleep(Long.MAX_VALUE);
    } catch (InterruptedException awake) {
      int seen = request;
      assert seen == 0 || seen == 1;
    }
  }

  final void run() throws InterruptedException {
    Thread worker = new Thread(this::work);
    worker.start();
    interrupt(worker);
    worker.join();
  }

  public static void main(String[] args) throws Exception {
    new RacyInterrupt().run();
  }
}
