package sct;

import static support.Threads.check;

import support.Threads;

/**
 * What the {@code TwoStage} subjects share: writers set a first value under one lock and then a
 * second value, one greater, under another lock. A reader that comes between the two stages of the
 * first writer sees a first value without its second; every further writer may close that gap.
 */
class TwoStageProgram {
  final Object firstLock = new Object();
  final Object secondLock = new Object();
  private int first;
  private int second;

  void write() {
    int written;
    synchronized (firstLock) {
      first = 1;
      written = first;
    }
    synchronized (secondLock) {
      second = written + 1;
    }
  }

  void read() {
    int seen;
    synchronized (firstLock) {
      seen = first;
    }
    if (seen == 0) {
      return;
    }
    synchronized (secondLock) {
      check(second == seen + 1, "the first value came without the second");
    }
  }

  /** Runs n threads, n - 1 of them writers. */
  final void run(int n) throws InterruptedException {
    Threads.Body[] bodies = new Threads.Body[n];
    for (int i = 0; i < n - 1; i++) {
      bodies[i] = this::write;
    }
    bodies[n - 1] = this::read;
    Threads.runAll(bodies);
  }

  /** The repaired program: the first lock is kept over both stages. */
  static final class Nested extends TwoStageProgram {
    @Override
    void write() {
      synchronized (firstLock) {
        super.write();
      }
    }

    @Override
    void read() {
      synchronized (firstLock) {
        super.read();
      }
    }
  }
}
