package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/**
 * Wake-ups of {@code Condition.await} for no reason. A park that returns for no reason is not
 * enough: the JDK's own loops just park again. So when the strategy has such a park of a condition
 * return, these loops are left, by the way that they keep for waiters that are cancelled. This is
 * what the specification of {@code Condition} allows at any moment.
 */
public final class FrayConditions {
  private FrayConditions() {}

  private static final Unsafe U = FrayThreads.U;

  /** How the calling thread's last park ended. */
  private static final long STATE = U.objectFieldOffset(Thread.class, "fray$spurious");

  private static final int PARK = 1; // it returned for no reason
  private static final int CONDITION = 2; // and was that of a condition

  static void setSpurious(Thread thread, boolean spurious) {
    U.putInt(thread, STATE, spurious ? PARK : 0);
  }

  /** Behind a park in a condition. */
  @Hidden
  public static void parked(Object where) {
    if (FrayHooks.active) {
      Thread thread = Thread.currentThread();
      if (U.getInt(thread, STATE) == PARK) {
        U.putInt(thread, STATE, CONDITION);
      }
    }
  }

  /** What a waiter asks before it parks again. */
  @Hidden
  public static boolean releasable(boolean releasable, Object node) {
    return releasable
        || (FrayHooks.active && U.getInt(Thread.currentThread(), STATE) == CONDITION);
  }

  /** Whether the calling thread's condition wakes up for no reason; asked once. */
  @Hidden
  public static boolean wakesUp() {
    if (!FrayHooks.active) {
      return false;
    }
    Thread thread = Thread.currentThread();
    boolean wakes = U.getInt(thread, STATE) == CONDITION;
    if (wakes) {
      U.putInt(thread, STATE, 0);
    }
    return wakes;
  }
}
