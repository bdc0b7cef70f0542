package sct;

import java.util.concurrent.locks.ReentrantLock;
import support.Threads;

/**
 * One thread takes a reentrant lock twice and releases it once: when it comes first, the other
 * waits for ever for a thread that has ended.
 */
public class Phase01 {
  final ReentrantLock lock = new ReentrantLock();
  private int phase;

  private void outer() {
    lock.lock();
    phase++;
    inner();
    lock.unlock();
  }

  void inner() {
    lock.lock();
    phase++;
  }

  private void other() {
    lock.lock();
    phase++;
    lock.unlock();
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::outer, this::other);
  }

  public static void main(String[] args) throws Exception {
    new Phase01().run();
  }
}
