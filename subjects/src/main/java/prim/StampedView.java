package prim;

import java.util.concurrent.locks.StampedLock;
import support.Threads;

/** Tries to get the write lock and takes it for granted, while another thread reads through a view. */
public class StampedView {
  final StampedLock lock = new StampedLock();

  private void read() {
    lock.asReadLock().lock();
    lock.asReadLock().unlock();
  }

  void write() {
    long stamp = lock.tryWriteLock();
    Threads.check(stamp != 0, "nobody reads");
    lock.unlockWrite(stamp);
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::read, this::write);
  }

  public static void main(String[] args) throws Exception {
    new StampedView().run();
  }
}
