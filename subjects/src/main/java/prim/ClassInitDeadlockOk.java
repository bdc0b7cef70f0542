package prim;

import static support.Threads.check;

import prim.ClassInitDeadlock.Meeting;
import support.Threads;

/** {@link ClassInitDeadlock} with what both classes need in a third one. */
public final class ClassInitDeadlockOk {

  private static final class Base {
    static final int VALUE = Integer.parseInt("1");
  }

  private static final class Left {
    static final int VALUE;

    static {
      Meeting.await();
      VALUE = Base.VALUE + 1;
    }
  }

  private static final class Right {
    static final int VALUE;

    static {
      Meeting.await();
      VALUE = Base.VALUE + 1;
    }
  }

  private ClassInitDeadlockOk() {}

  public static void main(String[] args) throws Exception {
    Threads.runAll(
        () -> check(Left.VALUE == 2, "left is wrong"),
        () -> check(Right.VALUE == 2, "right is wrong"));
  }
}
