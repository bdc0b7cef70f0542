package prim;

import static support.Threads.check;

import support.Threads;

/** {@link ClassInitCircle} that all threads enter at the same place. */
public final class ClassInitCircleOk {

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

  private ClassInitCircleOk() {}

  public static void main(String[] args) throws Exception {
    Threads.runAll(
        () -> check(Left.VALUE == 2, "left is wrong"),
        () -> check(Left.VALUE == 2 && Right.VALUE == 2, "one of them is wrong"));
  }
}
