package sct;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import support.Threads;

/**
 * The consumer looks for an item before it takes the lock, and then waits without looking again: a
 * signal sent in between is lost, and the consumer waits for ever.
 */
public class Sync01 {
  final ReentrantLock lock = new ReentrantLock();
  final Condition filled = lock.newCondition();
  volatile int items;

  private void produce() {
    lock.lock();
    try {
      items++;
      filled.signal();
    } finally {
      lock.unlock();
    }
  }

  void consume() throws InterruptedException {
    boolean mustWait = items == 0;
    lock.lock();
    try {
      if (mustWait) {
        filled.await();
      }
      items--;
    } finally {
      lock.unlock();
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::produce, this::consume);
  }

  public static void main(String[] args) throws Exception {
    new Sync01().run();
  }
}
