package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/** What fray keeps in each {@link Thread}: two fields that the class hook adds. */
final class FrayThreads {
  private FrayThreads() {}

  static final Unsafe U = Unsafe.getUnsafe();

  /** Number of the controlled thread, 0 for all others. */
  private static final long ID = U.objectFieldOffset(Thread.class, "fray$id");

  /** How many regions without switch points the thread is in. */
  private static final long QUIET = U.objectFieldOffset(Thread.class, "fray$quiet");

  @ForceInline
  static int id(Thread thread) {
    return U.getInt(thread, ID);
  }

  static void setId(Thread thread, int id) {
    U.putInt(thread, ID, id);
  }

  /** The program's view of a thread's number. */
  private static final long TID = U.objectFieldOffset(Thread.class, "tid");

  /**
   * Where these numbers begin in each execution: far above those of threads that are not
   * controlled, which come and go as they like. (The JVM needs them to differ among living threads.)
   */
  private static final long FIRST_TID = 1_000_000;

  private static long nextTid;

  /** The number of the next thread that a controlled thread creates. */
  static long nextTid() {
    return nextTid++;
  }

  /** Makes a thread that is yet to start the first one of an execution. */
  static void registerMain(Thread thread) {
    nextTid = FIRST_TID;
    U.putLong(thread, TID, nextTid());
    register(thread, 1);
  }

  /** The controlled threads of the execution, by number. */
  private static Thread[] all = new Thread[64];

  private static int count;

  /** Makes a thread a controlled one. */
  static void register(Thread thread, int id) {
    if (id >= all.length) {
      all = java.util.Arrays.copyOf(all, id * 2);
    }
    all[id] = thread;
    count = Math.max(count, id);
    setId(thread, id);
    FrayReset.seed(thread, id);
  }

  static int count() {
    return count;
  }

  static Thread get(int id) {
    return all[id];
  }

  /**
   * The number of a thread that an operation is about, 0 for one that is not controlled. One that
   * has not been started gets its number now: an unpark, a join or a look at it depends on whether
   * it has been.
   */
  static int name(int me, Thread thread) {
    int id = id(thread);
    if (id == 0 && !thread.isAlive() && !quiet(Thread.currentThread())) {
      id = FrayCore.announce(me);
      register(thread, id);
    }
    return id;
  }

  static void clear() {
    for (int id = 1; id <= count; id++) {
      // A static field may keep it, or it could not be ended in time: it is none of the next
      // execution's threads.
      if (all[id] != null) {
        setId(all[id], 0);
      }
    }
    java.util.Arrays.fill(all, 0, count + 1, null);
    count = 0;
  }

  @ForceInline
  static boolean quiet(Thread thread) {
    return U.getInt(thread, QUIET) != 0;
  }

  /** How many such regions the thread is in. */
  static int quietDepth(Thread thread) {
    return U.getInt(thread, QUIET);
  }

  /** Enters a region without switch points. */
  static void enterQuiet(Thread thread) {
    U.putInt(thread, QUIET, U.getInt(thread, QUIET) + 1);
  }

  /** Leaves a region; one entered before the execution began does not count. */
  static void leaveQuiet(Thread thread) {
    int depth = U.getInt(thread, QUIET);
    if (depth > 0) {
      U.putInt(thread, QUIET, depth - 1);
    }
  }

  /** Leaves all quiet regions for a while; how many there were. */
  static int suspendQuiet(Thread thread) {
    int depth = U.getInt(thread, QUIET);
    U.putInt(thread, QUIET, 0);
    return depth;
  }

  /** Enters them again. */
  static void resumeQuiet(Thread thread, int depth) {
    U.putInt(thread, QUIET, depth);
  }

  /**
   * Waits until a thread that has ended is really gone. The JVM takes the thread object's monitor
   * once more on the way; nobody can hold it then, because a thread ends only while it is free, and
   * whoever takes it later waits here first.
   */
  static void reap(Thread thread) {
    if (FrayEngine.fibers != null) {
      FrayEngine.fibers.bury(thread);
      return;
    }
    while (thread.isAlive()) {
      Thread.yield();
    }
  }

  static void reapIfEnded(Thread thread) {
    int id = id(thread);
    if (id != 0 && FrayCore.ended(id)) {
      reap(thread);
    }
  }
}
