package prim;

import support.Threads;

/**
 * A gate counts those that wait at it. Who is interrupted while waiting leaves without being
 * counted out: the thread that drains the gate waits for ever for a waiter that is gone.
 */
public class InterruptWait {
  boolean open;
  int waiting;

  synchronized void pass() throws InterruptedException {
    waiting++;
    while (!open) {
      wait();
    }
    waiting--;
    notifyAll();
  }

  private synchronized void drain() throws InterruptedException {
    open = true;
    notifyAll();
    while (waiting > 0) {
      wait();
    }
  }

  private void visit() {
    try {
      pass();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  final void run() throws InterruptedException {
    Thread visitor = Threads.start(this::visit);
    Thread drainer = Threads.start(this::drain);
    visitor.interrupt();
    visitor.join();
    drainer.join();
  }

  public static void main(String[] args) throws Exception {
    new InterruptWait().run();
  }
}
