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
