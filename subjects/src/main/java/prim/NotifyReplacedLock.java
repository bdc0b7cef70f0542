package prim;

import support.Threads;

/**
 * The lock is itself a field that may be replaced. When that happens between entering its monitor
 * and notifying it, the thread notifies an object whose monitor it does not own.
 */
public class NotifyReplacedLock {
  volatile Object lock = new Object();
  volatile boolean ready;

  void announce() {
    synchronized (lock) {
      ready = true;
      lock.notifyAll();
    }
  }

  private void replace() {
    lock = new Object();
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::announce, this::replace);
  }

  public static void main(String[] args) throws Exception {
    new NotifyReplacedLock().run();
  }
}
