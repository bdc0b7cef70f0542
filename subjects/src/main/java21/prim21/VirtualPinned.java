package prim21;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A virtual thread waits for a lock while it holds a monitor (which pins it on JDK 21), and another
 * virtual thread takes the two in the opposite order: deadlock.
 */
public class VirtualPinned {
  private final Object monitor = new Object();
  private final ReentrantLock lock = new ReentrantLock();

  final void monitorFirst() {
    synchronized (monitor) {
      lock.lock();
      lock.unlock();
    }
  }

  void lockFirst() {
    lock.lock();
    try {
      synchronized (monitor) {
        monitor.notifyAll();
      }
    } finally {
      lock.unlock();
    }
  }

  final void run() throws InterruptedException {
    Thread first = Thread.ofVirtual().name("monitor first").start(this::monitorFirst);
    Thread second = Thread.ofVirtual().name("lock first").start(this::lockFirst);
    first.join();
    second.join();
  }

  public static void main(String[] args) throws Exception {
    new VirtualPinned().run();
  }
}
