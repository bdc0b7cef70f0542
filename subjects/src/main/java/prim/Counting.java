package prim;

import static support.Threads.check;

import support.Threads;

/**
 * What the subjects share in which two threads count up by one each, in a way that each of them
 * brings: a count is lost when both read before either writes.
 */
abstract class Counting {

  abstract void count();

  /** Called when both threads have ended. */
  abstract int result();

  final void run() throws InterruptedException {
    Threads.runAll(this::count, this::count);
    check(result() == 2, "a count is lost");
  }
}
