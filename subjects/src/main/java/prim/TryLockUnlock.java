package prim;

import java.util.concurrent.locks.ReentrantLock;
import support.Threads;

/** Releases a lock in {@code finally} although {@code tryLock} did not get it. */
public class TryLockUnlock {
  final ReentrantLock lock = new ReentrantLock();
  private int count;

  final void countIf(boolean locked) {
    if (locked) {
      count++;
    }
  }

  void tryCount() {
    boolean locked = lock.tryLock();
    try {
      countIf(locked);
    } finally {
      lock.unlock();
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::tryCount, this::tryCount);
  }

  public static void main(String[] args) throws Exception {
    new TryLockUnlock().run();
  }
}
