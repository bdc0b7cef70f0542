package prim;

import static support.Threads.check;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import support.Threads;

/**
 * Two classes whose initialisers need each other, entered by two threads. A barrier inside the
 * initialisers sees to it that both have begun: deadlock in every schedule.
 */
public final class ClassInitDeadlock {

  /** Where the initialisers of a pair of classes meet. */
  static final class Meeting {
    private static final CyclicBarrier BOTH_INSIDE = new CyclicBarrier(2);

    private Meeting() {}

    static void await() {
      try {
        BOTH_INSIDE.await();
      } catch (InterruptedException | BrokenBarrierException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  private static final class Left {
    static final int VALUE;

    static {
      Meeting.await();
      VALUE = Right.base() + 1;
    }

    static int base() {
      return 1;
    }
  }

  private static final class Right {
    static final int VALUE;

    static {
      Meeting.await();
      VALUE = Left.base() + 1;
    }

    static int base() {
      return 1;
    }
  }

  private ClassInitDeadlock() {}

  public static void main(String[] args) throws Exception {
    Threads.runAll(
        () -> check(Left.VALUE == 2, "left is wrong"),
        () -> check(Right.VALUE == 2, "right is wrong"));
  }
}
