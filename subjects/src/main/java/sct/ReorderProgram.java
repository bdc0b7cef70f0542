package sct;

import static support.Threads.check;

import support.Threads;

/**
 * What the {@code Reorder} subjects share: setters write a = 1 and then b = -1, one checker demands
 * that both or none are written. Only the time between the very first write of a and the very first
 * write of b shows the bug, and every further setter makes it harder to keep that window open.
 */
class ReorderProgram {
  private volatile int a;
  private volatile int b;

  void set() {
    a = 1;
    b = -1;
  }

  void checkBoth() {
    check((a == 0 && b == 0) || (a == 1 && b == -1), "a is written and b is not");
  }

  /** Runs n threads, n - 1 of them setters. */
  final void run(int n) throws InterruptedException {
    Threads.Body[] bodies = new Threads.Body[n];
    for (int i = 0; i < n - 1; i++) {
      bodies[i] = this::set;
    }
    bodies[n - 1] = this::checkBoth;
    Threads.runAll(bodies);
  }

  /** The repaired program: both writes, and both reads, are one critical section. */
  static final class Locked extends ReorderProgram {
    @Override
    synchronized void set() {
      super.set();
    }

    @Override
    synchronized void checkBoth() {
      super.checkBoth();
    }
  }
}
