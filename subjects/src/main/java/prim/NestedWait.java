package prim;

import support.Threads;

/**
 * Waits inside two monitors. When they are two different ones, waiting gives back the inner one
 * only, and the notifier cannot get the outer one: deadlock when the waiter comes first.
 */
public class NestedWait {
  private final Object outer = new Object();
  private final Object inner;
  private boolean sent;

  NestedWait(boolean oneMonitor) {
    inner = oneMonitor ? outer : new Object();
  }

  private void receive() throws InterruptedException {
    synchronized (outer) {
      synchronized (inner) {
        while (!sent) {
          inner.wait();
        }
      }
    }
  }

  private void send() {
    synchronized (outer) {
      synchronized (inner) {
        sent = true;
        inner.notifyAll();
      }
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::receive, this::send);
  }

  public static void main(String[] args) throws Exception {
    new NestedWait(false).run();
  }
}
