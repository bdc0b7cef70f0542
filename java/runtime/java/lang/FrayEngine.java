package java.lang;

/**
 * How controlled threads run. The core decides who goes on; an engine switches.
 *
 * <p>On the threads engine each is a real thread, and the native that decides also hands over and
 * waits: nothing of that is seen here. On the fibers engine, JDK 24 and later, all of them run on
 * one real thread. There a native cannot wait, because its own frame would be in the way; it returns
 * a negative number, which says who goes on, and Java switches.
 */
abstract class FrayEngine {
  /** The fibers engine while an execution runs on it, else null. */
  static FrayEngine fibers;

  /** Whether it is looked before each operation if the thread can be left: see {@link #test}. */
  static boolean careful;

  /** Whether the fibers engine works on this JVM. */
  static boolean hasFibers() {
    FrayEngine engine = FrayFiberLoader.ENGINE;
    return engine != null && engine.works();
  }

  /**
   * What every native that may give up control returns goes through here.
   *
   * @return how the operation completed, when the calling thread may go on
   */
  @jdk.internal.vm.annotation.Hidden
  @jdk.internal.vm.annotation.ForceInline
  static int settle(int code) {
    return code >= 0 ? code : fibers.switchTo(~code);
  }

  /** Goes before every native that may give up control where that is only a choice. */
  @jdk.internal.vm.annotation.Hidden
  @jdk.internal.vm.annotation.ForceInline
  static void prepare(int me, boolean quiet) {
    if (careful && !quiet && me != 0) {
      fibers.test(me);
    }
  }

  /** If the calling thread cannot be left now, the core is told so. */
  abstract void test(int me);

  /** Whether continuations behave as they should. */
  abstract boolean works();

  /** Runs a thread and all that it starts until the execution is over. */
  abstract void execute(Thread main);

  /** Ends the threads that are left. */
  abstract void tearDown();

  /** A thread begins to exist. */
  abstract void start(Thread thread);

  /** A thread that has ended, for the program, is gone. */
  abstract void bury(Thread thread);

  /** Calls {@code main(String[])} of a class; false if there is none. */
  abstract boolean callMain(Class<?> type, String[] args) throws Throwable;

  /** The stack of a thread that stands still; null if it has none. */
  abstract StackTraceElement[] stack(Thread thread);

  /** Switches to another thread; returns when somebody switches back. */
  abstract int switchTo(int turn);
}
