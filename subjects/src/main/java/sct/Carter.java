package sct;

import java.util.concurrent.locks.ReentrantLock;
import support.Threads;

/**
 * Two classes of users exclude each other: the first user of a class takes {@code inner}, the last
 * one gives it back, and {@code counters} guards the counts. A user that waits for {@code inner}
 * keeps {@code counters}, which the present user needs to leave: deadlock.
 */
public class Carter {
  final ReentrantLock counters = new ReentrantLock();
  final ReentrantLock inner = new ReentrantLock();
  /** The number of users of each class. Guarded by counters. */
  final int[] users = new int[2];

  void enter(int kind) {
    counters.lock();
    users[kind]++;
    if (users[kind] == 1) {
      inner.lock();
    }
    counters.unlock();
  }

  void leave(int kind) {
    counters.lock();
    users[kind]--;
    if (users[kind] == 0) {
      inner.unlock();
    }
    counters.unlock();
  }

  private void use(int kind) {
    enter(kind);
    leave(kind);
  }

  final void run() throws InterruptedException {
    Threads.runAll(() -> use(0), () -> use(1), () -> {}, () -> {});
  }

  public static void main(String[] args) throws Exception {
    new Carter().run();
  }
}
