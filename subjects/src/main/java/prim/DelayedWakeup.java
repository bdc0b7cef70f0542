package prim;

import static support.Threads.check;

import support.Threads;

/**
 * A producer puts a value, notifies, and may take it back before the notified thread has got the
 * monitor again. The consumer does not look a second time when it wakes up.
 */
public class DelayedWakeup {
  private static final int NONE = 0;

  private int value = NONE;

  private synchronized void put(int newValue) {
    value = newValue;
    notify();
  }

  private synchronized void takeBack() {
    value = NONE;
  }

  final boolean isEmpty() {
    return value == NONE;
  }

  void awaitValue() throws InterruptedException {
    if (isEmpty()) {
      wait();
    }
  }

  private synchronized void consume() throws InterruptedException {
    awaitValue();
    check(!isEmpty(), "woken up for a value that is gone");
  }

  private void produce() {
    put(1);
    takeBack();
    put(2);
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::consume, this::produce);
  }

  public static void main(String[] args) throws Exception {
    new DelayedWakeup().run();
  }
}
