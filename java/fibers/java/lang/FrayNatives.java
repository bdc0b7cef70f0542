package java.lang;

/**
 * Stand-ins for natives of {@link Thread}: the JVM itself knows nothing of threads that are fibers.
 */
public final class FrayNatives {
  private FrayNatives() {}

  private static boolean onFibers() {
    return FrayHooks.active && FrayEngine.fibers != null;
  }

  public static void start(Thread thread) {
    if (onFibers() && FrayThreads.id(thread) != 0) {
      FrayEngine.fibers.start(thread);
    } else {
      thread.start0();
    }
    FrayThreadHooks.afterStart(thread);
  }

  /** The thread that the current one runs on: for a fiber, as for a real thread, itself. */
  public static Thread carrier() {
    if (onFibers()) {
      Thread thread = Thread.currentThread();
      if (FrayThreads.id(thread) != 0) {
        return thread;
      }
    }
    return Thread.currentCarrierThread();
  }

  /** All live threads. */
  public static Thread[] threads() {
    Thread[] real = Thread.getThreads();
    if (!onFibers()) {
      return real;
    }
    Thread[] all = java.util.Arrays.copyOf(real, real.length + FrayThreads.count());
    int length = real.length;
    for (int id = 1; id <= FrayThreads.count(); id++) {
      Thread thread = FrayThreads.get(id);
      if (thread != null && FrayCore.isStarted(id) && !FrayCore.ended(id)) {
        all[length++] = thread;
      }
    }
    return java.util.Arrays.copyOf(all, length);
  }

  /** The stacks of these threads; null for those that are not alive. */
  public static StackTraceElement[][] dump(Thread[] threads) {
    StackTraceElement[][] stacks = Thread.dumpThreads(threads);
    for (int i = 0; onFibers() && i < stacks.length; i++) {
      if (FrayThreads.id(threads[i]) != 0) {
        stacks[i] = stack(threads[i]);
      }
    }
    return stacks;
  }

  /** The stack of a thread; null if it is not alive. */
  public static StackTraceElement[] stack(Thread thread) {
    if (!onFibers() || FrayThreads.id(thread) == 0) {
      return thread.asyncGetStackTrace();
    }
    StackTraceElement[] frames =
        thread == Thread.currentThread()
            ? new Throwable().getStackTrace()
            : FrayEngine.fibers.stack(thread);
    return FrayThreadHooks.ownFrames(frames);
  }
}
