package java.lang;

import jdk.internal.vm.annotation.Hidden;

/** Hooks about threads: most of them are called from within {@link Thread} itself. */
public final class FrayThreadHooks {
  private FrayThreadHooks() {}

  @Hidden
  private static void killIf(int result) {
    if (result == FrayCore.KILLED) {
      throw new FrayKill();
    }
  }

  private static int me() {
    return FrayHooks.active ? FrayThreads.id(Thread.currentThread()) : 0;
  }

  // ---- start

  /** Entry of {@code start}: the switch point. The new thread can run from then on. */
  @Hidden
  public static void enterStart(Thread thread) {
    int me = me();
    if (me == 0) {
      return;
    }
    if (isOfTheJdk(thread)) {
      FrayCore.startsHelper(me);
      return;
    }
    int id = FrayThreads.id(thread);
    if (id == 0) {
      FrayThreads.register(thread, FrayCore.spawn(me, thread.isDaemon()));
    } else if (!FrayCore.isStarted(id)) {
      FrayCore.spawnAnnounced(id, thread.isDaemon());
    }
    try {
      FrayHooks.threadPoint(FrayCore.START, thread);
    } catch (FrayKill kill) {
      leaveStart(thread); // this is in front of the region whose end does that
      throw kill;
    }
  }

  /** Threads that the JDK starts for its own ends, and keeps from one execution to the next. */
  private static boolean isOfTheJdk(Thread thread) {
    if (thread instanceof jdk.internal.misc.InnocuousThread) {
      // Those without a name of their own are of the pool that calls programs back, and each
      // watch service has one, since JDK 25 of this kind.
      String name = thread.getName();
      return !name.startsWith("InnocuousThread-") && !name.equals("FileSystemWatchService");
    }
    if (FrayThreads.quiet(Thread.currentThread()) && FrayInitialisers.areOfTheJdk()) {
      return true; // they do that once
    }
    // The name first: to ask for the group is a look at the thread's state, and so a step.
    if (!thread.getName().startsWith("process reaper")) {
      return false;
    }
    ThreadGroup group = thread.getThreadGroup();
    return group != null && group.getParent() == null;
  }

  /** Behind {@code start0}. */
  @Hidden
  public static void afterStart(Thread thread) {
    int id = me() == 0 ? 0 : FrayThreads.id(thread);
    if (id != 0) {
      FrayCore.started(id);
      FrayInitialisers.started(Thread.currentThread());
    }
  }

  /** On the way out of {@code start}: a thread that could not be started never was. */
  @Hidden
  public static void leaveStart(Thread thread) {
    int id = me() == 0 ? 0 : FrayThreads.id(thread);
    if (id != 0 && !FrayCore.isStarted(id)) {
      FrayCore.spawnFailed(id);
      FrayThreads.setId(thread, 0);
    }
  }

  // ---- join, isAlive, getState

  /** Entry of {@code join(long)}: an untimed join waits here until the thread has ended. */
  @Hidden
  public static void beforeJoin(Thread thread, long millis) {
    int me = me();
    int other = me == 0 ? 0 : FrayThreads.name(me, thread);
    if (millis != 0 || FrayInterrupts.pending(Thread.currentThread()) || givesUp(thread)) {
      return; // the JDK's own code waits, and throws
    }
    if (other == 0) {
      if (me != 0) {
        awaitOutsider(thread);
      }
      return;
    }
    int result = FrayCore.join(me, other, -1);
    killIf(result);
    if (result == FrayCore.NORMAL) {
      FrayThreads.reap(thread);
    }
  }

  /**
   * Whether a join gives up a monitor meanwhile: that of the thread itself, on which it waits. A virtual
   * thread has something else to wait on.
   */
  private static boolean givesUp(Thread thread) {
    return Thread.holdsLock(thread) && !thread.getClass().getName().equals(VIRTUAL);
  }

  /** What virtual threads are made as, where there are any. */
  private static final String VIRTUAL = "java.lang.ThreadBuilders$BoundVirtualThread";

  /**
   * Waits for a thread that is not controlled, whose end only the JVM tells: for real, and so outside
   * of the schedule.
   */
  private static void awaitOutsider(Thread thread) {
    try {
      synchronized (thread) {
        while (thread.isAlive()) {
          thread.wait();
        }
      }
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt(); // the JDK's own code throws it
    }
  }

  /** In front of any call named {@code isAlive} whose receiver may be a thread. */
  @Hidden
  public static void aliveProbe(Object object) {
    if (FrayHooks.active && object instanceof Thread thread) {
      int me = me();
      if (me != 0 && FrayThreads.name(me, thread) != 0) {
        FrayHooks.threadPoint(FrayCore.ALIVE, thread);
        FrayThreads.reapIfEnded(thread);
      }
    }
  }

  /** Replaces {@code VM.toThreadState} in {@link Thread}: blocked in a hook is blocked. */
  public static Thread.State threadState(int status, Thread thread) {
    int me = me();
    int other = me == 0 ? 0 : FrayThreads.name(me, thread);
    if (other != 0 && thread != Thread.currentThread()) {
      FrayHooks.threadPoint(FrayCore.ALIVE, thread);
      if (FrayCore.ended(other)) {
        return Thread.State.TERMINATED;
      }
      switch (FrayCore.state(other)) {
        case 1:
          return Thread.State.BLOCKED;
        case 2:
          return Thread.State.WAITING;
        case 3:
          return Thread.State.TIMED_WAITING;
        default:
          break;
      }
    }
    return jdk.internal.misc.VM.toThreadState(status);
  }

  /** Entry of {@code exit}, the last Java code of a thread: nothing from here on is a choice. */
  public static void exiting(Thread thread) {
    int me = me();
    if (me != 0) {
      FrayThreads.enterQuiet(thread);
      FrayCore.exiting(me, FrayObjects.id(thread));
    }
  }

  /** In front of whatever counts or lists threads. */
  @Hidden
  public static void rollCall() {
    int me = me();
    if (me != 0 && !FrayThreads.quiet(Thread.currentThread())) {
      killIf(FrayCore.point(me, FrayCore.READ + FrayCore.UNSEEN, 0, FrayCore.THREADS));
    }
  }

  /** In front of what asks the JVM itself about its threads, of which fibers are none. */
  @Hidden
  public static void asksJvm() {
    if (me() != 0) {
      if (FrayEngine.fibers != null) {
        FrayCore.abandon("the program asks the JVM about its threads");
      } else {
        FrayCore.awaitForgotten();
      }
      rollCall();
    }
  }

  /**
   * A static initialiser has failed. The JVM remembers that for all who need the class later, with the name of the
   * thread, and that of a fiber it does not know.
   */
  public static void initialiserFailed() {
    if (FrayEngine.fibers != null && me() != 0) {
      FrayCore.abandon("a static initialiser failed");
    }
  }

  // ---- interrupt

  @Hidden
  public static void beforeInterrupt(Thread thread) {
    if (FrayHooks.active) {
      FrayHooks.threadPoint(FrayCore.INTERRUPT, thread);
    }
  }

  @Hidden
  public static void afterInterrupt(Thread thread) {
    if (FrayHooks.active && FrayThreads.id(thread) != 0) {
      FrayCore.interrupt(FrayThreads.id(thread));
    }
  }

  /** The calling thread's interrupt status is being cleared. No switch point. */
  @Hidden
  public static void interruptSeen() {
    if (FrayHooks.active) {
      FrayCore.interruptSeen(me());
    }
  }

  /** In front of {@code Thread.interrupted()} in code that synchronises through it. */
  @Hidden
  public static void interruptedPoint() {
    if (FrayHooks.active) {
      FrayHooks.threadPoint(FrayCore.INTERRUPT, Thread.currentThread());
    }
  }

  /** In front of any call named {@code isInterrupted} whose receiver may be a thread. */
  @Hidden
  public static void interruptProbe(Object object) {
    if (FrayHooks.active && object instanceof Thread thread) {
      FrayHooks.threadPoint(FrayCore.INTERRUPT, thread);
    }
  }

  // ---- the same by method references, method handles and reflection

  @Hidden
  public static boolean isAlive(Thread thread) {
    aliveProbe(thread);
    return thread.isAlive();
  }

  @Hidden
  public static boolean isInterrupted(Thread thread) {
    interruptProbe(thread);
    return thread.isInterrupted();
  }

  @Hidden
  public static boolean interrupted() {
    interruptedPoint();
    return Thread.interrupted();
  }

  @Hidden
  public static void unpark(Thread thread) {
    FrayHooks.unparkPoint(thread);
    java.util.concurrent.locks.LockSupport.unpark(thread);
  }

  // ---- yield and sleep

  /**
   * Also where all else is quiet: whoever yields there waits for another thread to get on, as one that
   * gets a result from a FutureTask which is just being completed, and would wait for ever.
   */
  @Hidden
  public static void yieldNow() {
    int me = me();
    if (me == 0) {
      Thread.yield();
    } else {
      killIf(FrayCore.point(me, FrayCore.YIELD, 0, 0));
    }
  }

  @Hidden
  public static void spinWait() {
    int me = me();
    if (me == 0) {
      Thread.onSpinWait();
    } else if (!FrayThreads.quiet(Thread.currentThread())) {
      killIf(FrayCore.point(me, FrayCore.YIELD, 0, 0));
    }
  }

  @Hidden
  public static void sleep(long millis) throws InterruptedException {
    if (me() == 0 || millis < 0) {
      Thread.sleep(millis);
    } else {
      sleepNanos(FrayHooks.nanos(millis, 0));
    }
  }

  @Hidden
  public static void sleep(long millis, int nanos) throws InterruptedException {
    if (me() == 0 || millis < 0 || nanos < 0 || nanos > 999999) {
      Thread.sleep(millis, nanos);
    } else {
      sleepNanos(FrayHooks.nanos(millis, nanos));
    }
  }

  /** {@code Thread.sleep(Duration)} of JDK 19 and later, and the JDK's own sleeps. */
  @Hidden
  public static void sleep(java.time.Duration duration) throws InterruptedException {
    if (duration.isNegative()) {
      return;
    }
    long seconds = Math.min(duration.getSeconds(), Long.MAX_VALUE / 1000 - 1);
    sleep(seconds * 1000 + duration.getNano() / 1_000_000, duration.getNano() % 1_000_000);
  }

  @Hidden
  private static void sleepNanos(long nanos) throws InterruptedException {
    Thread thread = Thread.currentThread();
    int result = FrayCore.INTERRUPTED;
    if (!FrayInterrupts.pending(thread)) {
      result = FrayCore.sleep(FrayThreads.id(thread), nanos);
    }
    if (result == FrayCore.INTERRUPTED) {
      FrayInterrupts.clear();
      throw new InterruptedException("sleep interrupted");
    }
    killIf(result);
  }

  /** Behind the choice of a new thread's number: the same in equal schedules. */
  public static long threadId(long id) {
    return me() != 0 ? FrayThreads.nextTid() : id;
  }

  // ---- stacks

  /** The part of a stack that belongs to the program: what a fiber runs on does not. */
  public static StackTraceElement[] ownFrames(StackTraceElement[] frames) {
    if (FrayHooks.active && FrayEngine.fibers != null && frames != null) {
      for (int i = frames.length - 1; i >= 0; i--) {
        if (frames[i].getClassName().equals("jdk.internal.vm.Continuation")) {
          return java.util.Arrays.copyOf(frames, i);
        }
      }
    }
    return frames;
  }

  // ---- uncaught exceptions

  /** Entry of {@code dispatchUncaughtException}, on the dying thread. */
  public static void uncaught(Thread thread, Throwable error) {
    int me = me();
    if (me != 0 && !(error instanceof FrayKill) && reports(thread) && !isSilent(error)) {
      FrayFailures.report(me, error);
    }
  }

  /** Before JDK 20 this is how {@code Thread.stop} ends a thread, of which the JDK says nothing. */
  @SuppressWarnings("removal")
  private static boolean isSilent(Throwable error) {
    return error instanceof ThreadDeath && Runtime.version().feature() < 20;
  }

  /** Whether an exception that nobody catches in this thread is a failure of the program. */
  static boolean reports(Thread thread) {
    return !handled(thread);
  }

  private static boolean handled(Thread thread) {
    return FrayFailures.ownHandler(thread) != null
        || Thread.getDefaultUncaughtExceptionHandler() != null
        || (thread.getThreadGroup() != null
            && thread.getThreadGroup().getClass() != ThreadGroup.class);
  }

  /**
   * Replaces {@code getUncaughtExceptionHandler} in {@code dispatchUncaughtException}: a thread
   * that is only being ended has nothing to say, nor has one whose failure is already reported.
   */
  public static Thread.UncaughtExceptionHandler handler(Thread thread) {
    int me = me();
    if (me != 0 && (FrayCore.over() || reports(thread))) {
      return FrayFailures.SILENT;
    }
    return thread.getUncaughtExceptionHandler();
  }
}
