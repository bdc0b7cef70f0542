package prim;

import static support.Threads.check;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import support.Threads;

/** Writes under a read lock, which two threads may hold at the same time: a count is lost. */
public class ReadLockWrite {
  final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private volatile int count;

  Lock lockForWriting() {
    return lock.readLock();
  }

  private void count() {
    Lock writing = lockForWriting();
    writing.lock();
    try {
      count++;
    } finally {
      writing.unlock();
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::count, this::count);
    check(count == 2, "a count is lost");
  }

  public static void main(String[] args) throws Exception {
    new ReadLockWrite().run();
  }
}
