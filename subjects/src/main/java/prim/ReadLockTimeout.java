package prim;

import static support.Threads.check;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import support.Threads;

/**
 * Ignores what a timed {@code tryLock} of a read lock says: after a timeout it reads while the
 * writer has changed one of two fields that belong together.
 */
public class ReadLockTimeout {
  final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private volatile int left;
  private volatile int right;

  void acquire() throws InterruptedException {
    lock.readLock().tryLock(1, TimeUnit.SECONDS);
  }

  private void read() throws InterruptedException {
    acquire();
    check(left == right, "half of a change is seen");
    if (lock.getReadHoldCount() > 0) {
      lock.readLock().unlock();
    }
  }

  private void write() {
    lock.writeLock().lock();
    left++;
    right++;
    lock.writeLock().unlock();
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::write, this::read);
  }

  public static void main(String[] args) throws Exception {
    new ReadLockTimeout().run();
  }
}
