package sct;

import static support.Threads.check;

import java.util.concurrent.CountDownLatch;
import support.Threads;

/**
 * A driver counts its I/O requests; stopping waits until the count is zero. The stop flag is tested
 * outside the lock that guards the count: a request that has passed the test, but is not counted
 * yet when the device stops, uses a stopped device.
 */
public class BluetoothDriver {
  volatile boolean stopping;
  private volatile boolean stopped;
  /** One for the device itself, and one for each request. Guarded by this. */
  int pending = 1;

  private final CountDownLatch drained = new CountDownLatch(1);

  boolean enter() {
    if (stopping) {
      return false;
    }
    synchronized (this) {
      pending++;
    }
    return true;
  }

  private void leave() {
    boolean last;
    synchronized (this) {
      pending--;
      last = pending == 0;
    }
    if (last) {
      drained.countDown();
    }
  }

  private void request() {
    if (enter()) {
      check(!stopped, "I/O on a stopped device");
      leave();
    }
  }

  private void stop() throws InterruptedException {
    stopping = true;
    leave();
    drained.await();
    stopped = true;
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::request, this::stop);
  }

  public static void main(String[] args) throws Exception {
    new BluetoothDriver().run();
  }
}
