package java.lang;

import jdk.internal.vm.ContinuationScope;
import jdk.internal.vm.annotation.Hidden;

/**
 * Stand-ins for natives of {@link Thread}: the JVM itself knows nothing of threads that are fibers.
 */
public final class FrayNatives {
  private FrayNatives() {}

  private static boolean onFibers() {
    return FrayHooks.active && FrayEngine.fibers != null;
  }

  @Hidden
  public static void start(Thread thread) {
    if (onFibers() && FrayThreads.id(thread) != 0) {
      FrayEngine.fibers.start(thread);
    } else {
      thread.start0();
    }
    FrayThreadHooks.afterStart(thread);
  }

  /** The thread that the current one runs on: for a fiber, as for a real thread, itself. */
  @Hidden
  public static Thread carrier() {
    if (onFibers()) {
      Thread thread = Thread.currentThread();
      if (FrayThreads.id(thread) != 0) {
        return thread;
      }
    }
    return Thread.currentCarrierThread();
  }

  /**
   * All live threads: those that are not controlled as the JVM lists them, and the others as the schedule
   * has them. A real thread that has ended is there for some moments more.
   */
  @Hidden
  public static Thread[] threads() {
    Thread[] real = Thread.getThreads();
    if (!FrayHooks.active || FrayThreads.id(Thread.currentThread()) == 0) {
      return real;
    }
    Thread[] all = new Thread[real.length + FrayThreads.count()];
    int length = 0;
    for (Thread thread : real) {
      // The program's main thread is another one than the conductor.
      if (thread != FrayExecution.conductor && FrayThreads.id(thread) == 0) {
        all[length++] = thread;
      }
    }
    for (int id = 1; id <= FrayThreads.count(); id++) {
      Thread thread = FrayThreads.get(id);
      if (thread != null && !isVirtual(thread) && FrayCore.isStarted(id) && !FrayCore.ended(id)) {
        all[length++] = thread;
      }
    }
    return java.util.Arrays.copyOf(all, length);
  }

  private static boolean isVirtual(Thread thread) {
    // Thread.isVirtual is not there before.
    return Runtime.version().feature() >= 21 && thread.isVirtual();
  }

  /** The stacks of these threads; null for those that are not alive. */
  @Hidden
  public static StackTraceElement[][] dump(Thread[] threads) {
    StackTraceElement[][] stacks = Thread.dumpThreads(threads);
    for (int i = 0; FrayHooks.active && i < stacks.length; i++) {
      if (FrayThreads.id(threads[i]) != 0) {
        stacks[i] = onFibers() ? stack(threads[i]) : visible(stacks[i]);
      }
    }
    return stacks;
  }

  /** The stack of a thread; null if it is not alive. */
  @Hidden
  public static StackTraceElement[] stack(Thread thread) {
    if (!FrayHooks.active || FrayThreads.id(thread) == 0) {
      return thread.asyncGetStackTrace();
    }
    if (!onFibers()) {
      return visible(thread.asyncGetStackTrace());
    }
    StackTraceElement[] frames =
        thread == Thread.currentThread()
            ? new Throwable().getStackTrace()
            : FrayEngine.fibers.stack(thread);
    return visible(FrayThreadHooks.ownFrames(frames));
  }

  /** How far a walker goes: not beyond the fiber. */
  @Hidden
  public static ContinuationScope scope(StackWalker walker) {
    return onFibers() && FrayThreads.id(Thread.currentThread()) != 0
        ? FrayFibers.SCOPE
        : walker.getContScope();
  }

  /** Without our own frames, which the JVM hides in exceptions but not here. */
  private static StackTraceElement[] visible(StackTraceElement[] frames) {
    if (frames == null) {
      return null;
    }
    int length = 0;
    for (StackTraceElement frame : frames) {
      if (!frame.getClassName().startsWith("java.lang.Fray")) {
        frames[length++] = frame;
      }
    }
    return java.util.Arrays.copyOf(frames, length);
  }
}
