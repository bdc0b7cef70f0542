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
  }

  static int count() {
    return count;
  }

  static Thread get(int id) {
    return all[id];
  }

  static void clear() {
    java.util.Arrays.fill(all, 0, count + 1, null);
    count = 0;
  }

  @ForceInline
  static boolean quiet(Thread thread) {
    return U.getInt(thread, QUIET) != 0;
  }

  /**
   * Enters a region without switch points. What runs there depends on what earlier executions left
   * in caches, so it must not use up the identity hash codes that the program will see.
   */
  static void enterQuiet(Thread thread) {
    int depth = U.getInt(thread, QUIET);
    U.putInt(thread, QUIET, depth + 1);
    if (depth == 0) {
      FrayCore.swapHashes();
    }
  }

  /** Leaves a region; one entered before the execution began does not count. */
  static void leaveQuiet(Thread thread) {
    int depth = U.getInt(thread, QUIET);
    if (depth > 0) {
      U.putInt(thread, QUIET, depth - 1);
      if (depth == 1) {
        FrayCore.swapHashes();
      }
    }
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
