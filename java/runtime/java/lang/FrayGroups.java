package java.lang;

import java.lang.reflect.Field;
import java.util.Arrays;
import jdk.internal.misc.Unsafe;

/** The group that every program's main thread is in, and in which it finds what others have left. */
final class FrayGroups {
  private FrayGroups() {}

  private static final Unsafe U = FrayThreads.U;

  private static ThreadGroup main;
  private static int maxPriority;

  /** Fields of lists and of their lengths: of groups below, by JDK 19 and later also of those that may go. */
  private static final String[] LISTS = {
    "groups [Ljava/lang/ThreadGroup; ngroups", "weaks [Ljava/lang/ref/WeakReference; nweaks",
  };

  private static final long[] LIST = new long[LISTS.length];
  private static final long[] LENGTH = new long[LISTS.length];
  private static final Object[][] AT_FIRST = new Object[LISTS.length][];

  /** Before the first execution, by the thread that conducts them all. */
  static void remember() {
    main = Thread.currentThread().getThreadGroup();
    maxPriority = main.getMaxPriority();
    for (int i = 0; i < LISTS.length; i++) {
      String[] words = LISTS[i].split(" ");
      LIST[i] = offset(words[0], words[1]);
      LENGTH[i] = offset(words[2], "I");
      if (LIST[i] >= 0) {
        Object[] list = (Object[]) U.getReference(main, LIST[i]);
        AT_FIRST[i] = list == null ? null : Arrays.copyOf(list, U.getInt(main, LENGTH[i]));
      }
    }
    leave(Thread.currentThread());
  }

  /** Before every execution. */
  static void clear() {
    for (int i = 0; i < LISTS.length; i++) {
      if (LIST[i] < 0) {
        continue;
      }
      int length = AT_FIRST[i] == null ? 0 : AT_FIRST[i].length;
      if (U.getInt(main, LENGTH[i]) != length) {
        U.putReference(main, LIST[i], length == 0 ? null : AT_FIRST[i].clone());
        U.putInt(main, LENGTH[i], length);
      }
    }
    U.putIntVolatile(main, MAX_PRIORITY, maxPriority);
    for (long flag : FLAGS) {
      if (flag >= 0) {
        U.putBooleanVolatile(main, flag, false);
      }
    }
  }

  private static final long MAX_PRIORITY = offset("maxPriority", "I");

  /** Before JDK 19 a daemon group is destroyed with its last thread. */
  private static final long[] FLAGS = {offset("daemon", "Z"), offset("destroyed", "Z")};

  private static long offset(String name, String descriptor) {
    Field field = FrayCore.field(ThreadGroup.class, name, descriptor, false);
    return field == null ? -1 : U.objectFieldOffset(field);
  }

  /**
   * Before JDK 19 each group has a list of its threads. The program must not find the thread there
   * that conducts its executions: it has a main thread of its own.
   */
  private static void leave(Thread thread) {
    long list = offset("threads", "[Ljava/lang/Thread;");
    long count = offset("nthreads", "I");
    if (list < 0 || count < 0) {
      return;
    }
    synchronized (main) {
      Thread[] threads = (Thread[]) U.getReference(main, list);
      int before = U.getInt(main, count);
      int left = 0;
      for (int i = 0; i < before; i++) {
        if (threads[i] != thread) {
          threads[left++] = threads[i];
        }
      }
      Arrays.fill(threads, left, before, null);
      U.putInt(main, count, left);
    }
  }
}
