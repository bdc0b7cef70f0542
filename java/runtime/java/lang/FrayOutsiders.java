package java.lang;

import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.ReentrantLock;
import jdk.internal.misc.Unsafe;

/**
 * What threads of the JVM which are not controlled share with those that are: references that they handle, and the
 * locks of reference queues on JDK 21.
 */
public final class FrayOutsiders {
  private FrayOutsiders() {}

  private static final Unsafe U = FrayThreads.U;
  private static final long BLOCKER = U.objectFieldOffset(Thread.class, "parkBlocker");
  private static final long OWNER =
      U.objectFieldOffset(AbstractOwnableSynchronizer.class, "exclusiveOwnerThread");

  /** How long a lock is waited for: so many naps. */
  private static final int NAPS = 200;

  private static final long NAP_NANOS = 50_000;

  /** Replaces {@code Runtime.gc}: what comes of the collection is there when it returns. */
  public static void collect(Runtime runtime) {
    runtime.gc();
    FrayCore.handleReferences(FrayHooks.active ? FrayThreads.id(Thread.currentThread()) : 0);
  }

  /** What a thread is parked for, null if that is not known. */
  static Object blocker(Thread thread) {
    return U.getReferenceVolatile(thread, BLOCKER);
  }

  /** Who holds a lock, null if nobody does. */
  static Thread owner(Object lock) {
    return lock instanceof AbstractOwnableSynchronizer
        ? (Thread) U.getReferenceVolatile(lock, OWNER)
        : null;
  }

  /**
   * Before a park in a quiet region. If an outsider holds the lock that it is for, or has just left
   * it, the thread really waits for its permit: whether they met depends on the garbage collector,
   * so the schedule must not know of it. The time is limited, since the outsider may itself wait
   * for somebody.
   */
  static void await(Unsafe unsafe, Thread thread, int me) {
    Object lock = blocker(thread);
    if (lock == null || lock.getClass().getNestHost() != ReentrantLock.class) {
      return;
    }
    for (int nap = 0; nap < NAPS && !FrayCore.hasPermit(me); nap++) {
      Thread owner = owner(lock);
      if (owner != null && FrayThreads.id(owner) != 0) {
        return;
      }
      unsafe.park(false, NAP_NANOS);
    }
  }
}
