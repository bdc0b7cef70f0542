package sct;

import static support.Threads.check;

import support.Threads;

/**
 * What the {@code WrongLock} subjects share: one thread increments a value under its lock and
 * checks that it went up by one; others increment it under a lock that may be another one.
 */
final class WrongLockProgram {
  private final Object checkerLock;
  private final Object otherLock;
  private volatile int value;

  WrongLockProgram(Object checkerLock, Object otherLock) {
    this.checkerLock = checkerLock;
    this.otherLock = otherLock;
  }

  private void incrementAndCheck() {
    synchronized (checkerLock) {
      int before = value;
      value = before + 1;
      check(value == before + 1, "somebody else wrote under another lock");
    }
  }

  private void increment() {
    synchronized (otherLock) {
      value++;
    }
  }

  /** Runs one checker and the given number of others. */
  void run(int others) throws InterruptedException {
    Threads.Body[] bodies = new Threads.Body[others + 1];
    bodies[0] = this::incrementAndCheck;
    for (int i = 1; i <= others; i++) {
      bodies[i] = this::increment;
    }
    Threads.runAll(bodies);
  }
}
