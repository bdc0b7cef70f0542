package prim;

import java.util.concurrent.locks.ReentrantLock;
import support.Threads;

/**
 * Two users of a resource that a third thread closes. The exception that tells a user of the
 * closing leaves the lock taken: the next user waits for ever.
 */
public class LockNotReleased {
  final ReentrantLock lock = new ReentrantLock();
  private volatile boolean closed;

  final void checkOpen() {
    if (closed) {
      throw new IllegalStateException("closed");
    }
  }

  void useLocked() {
    lock.lock();
    checkOpen();
    lock.unlock();
  }

  private void use() {
    try {
      useLocked();
    } catch (IllegalStateException e) {
      // A closed resource is no error for its user.
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::use, this::use, () -> closed = true);
  }

  public static void main(String[] args) throws Exception {
    new LockNotReleased().run();
  }
}
