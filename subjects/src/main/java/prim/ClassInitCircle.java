package prim;

import static support.Threads.check;

import support.Threads;

/**
 * Two classes whose initialisers need each other. A thread that begins with one of them while
 * another thread has begun with the other: deadlock.
 */
public final class ClassInitCircle {

  private static final class Left {
    static final int VALUE = Right.base() + 1;

    static int base() {
      return 1;
    }
  }

  private static final class Right {
    static final int VALUE = Left.base() + 1;

    static int base() {
      return 1;
    }
  }

  private ClassInitCircle() {}

  public static void main(String[] args) throws Exception {
    Threads.runAll(
        () -> check(Left.VALUE == 2, "left is wrong"),
        () -> check(Right.VALUE == 2, "right is wrong"));
  }
}
