package sct;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import support.Threads;

/**
 * A producer and a consumer hand over 1..N through one slot with two conditions. The hand-over is
 * right, but the final assertion is off by one term: it fails in every schedule.
 */
public class ArithmeticProg {
  static final int N = 3;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition empty = lock.newCondition();
  private final Condition full = lock.newCondition();
  private int slot;
  private int total;

  private void produce() throws InterruptedException {
    for (int i = 1; i <= N; i++) {
      lock.lock();
      try {
        while (slot != 0) {
          empty.await();
        }
        slot = i;
        full.signal();
      } finally {
        lock.unlock();
      }
    }
  }

  private void consume() throws InterruptedException {
    for (int i = 1; i <= N; i++) {
      lock.lock();
      try {
        while (slot == 0) {
          full.await();
        }
        total += slot;
        slot = 0;
        empty.signal();
      } finally {
        lock.unlock();
      }
    }
  }

  int expected() {
    return N * (N - 1) / 2;
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::produce, this::consume);
    assert total == expected() : "wrong total";
  }

  public static void main(String[] args) throws Exception {
    new ArithmeticProg().run();
  }
}
