package prim;

import static support.Threads.check;

import support.Threads;

/**
 * A static initialiser starts a thread and joins it. The thread calls a method of the class that is
 * being initialised, and so waits for the thread that waits for it: deadlock in every schedule.
 */
public final class ClassInitJoin {

  private static final class Holder {
    static volatile int value;

    static {
      Computation.startAndJoin(Holder::compute);
    }

    static void compute() {
      value = 1;
    }
  }

  /** Lives outside the class that is being initialised. */
  static final class Computation {
    private Computation() {}

    static void startAndJoin(Threads.Body body) {
      try {
        Threads.runAll(body);
      } catch (InterruptedException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  private ClassInitJoin() {}

  public static void main(String[] args) throws Exception {
    check(Holder.value == 1, "not initialised");
  }
}
