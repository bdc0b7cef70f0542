package prim;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;
import support.Threads;

/** Takes the zero that a timed {@code tryWriteLock} gives after a timeout for a stamp. */
public class StampedTimeout {
  final StampedLock lock = new StampedLock();

  long acquire() throws InterruptedException {
    return lock.tryWriteLock(1, TimeUnit.SECONDS);
  }

  private void use() throws InterruptedException {
    lock.unlockWrite(acquire());
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::use, this::use);
  }

  public static void main(String[] args) throws Exception {
    new StampedTimeout().run();
  }
}
