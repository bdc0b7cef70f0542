package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * The interrupt status of controlled threads. It stays where the JDK keeps it, in the thread's own
 * field; reading it here is not a switch point.
 */
final class FrayInterrupts {
  private FrayInterrupts() {}

  private static final Unsafe U = FrayThreads.U;
  private static final long INTERRUPTED = U.objectFieldOffset(Thread.class, "interrupted");

  static boolean pending(Thread thread) {
    return U.getBoolean(thread, INTERRUPTED);
  }

  /** Clears the calling thread's status. */
  static void clear() {
    Thread.interrupted();
  }
}
