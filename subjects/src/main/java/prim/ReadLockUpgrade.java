package prim;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import support.Threads;

/**
 * A cache is read under the read lock. A reader that finds it invalid asks for the write lock while
 * it keeps the read lock, and waits for itself.
 */
public class ReadLockUpgrade {
  final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  boolean valid = true;

  void read() {
    lock.readLock().lock();
    try {
      if (!valid) {
        fill();
      }
    } finally {
      lock.readLock().unlock();
    }
  }

  final void fill() {
    lock.writeLock().lock();
    try {
      valid = true;
    } finally {
      lock.writeLock().unlock();
    }
  }

  private void invalidate() {
    lock.writeLock().lock();
    try {
      valid = false;
    } finally {
      lock.writeLock().unlock();
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::read, this::invalidate);
  }

  public static void main(String[] args) throws Exception {
    new ReadLockUpgrade().run();
  }
}
