package java.util.concurrent.locks;

import jdk.internal.vm.annotation.Hidden;

/** Waiters of conditions that wake up for no reason: see {@link FrayConditions}. */
public final class FrayNodes {
  private FrayNodes() {}

  /** Set in the status of a waiter as long as nobody has woken it up. */
  private static final int WAITS = 2;

  /**
   * Behind {@code canReacquire}, which says whether the loop of a wait is over. Whoever takes the
   * mark off a waiter has woken it up, so a signal that comes later goes to another one.
   */
  @Hidden
  public static boolean awake(
      boolean awake, AbstractQueuedSynchronizer.ConditionNode node) {
    return (FrayConditions.wakesUp() && (node.getAndUnsetStatus(WAITS) & WAITS) != 0) || awake;
  }

  /** The same in the other class. */
  @Hidden
  public static boolean awake(
      boolean awake, AbstractQueuedLongSynchronizer.ConditionNode node) {
    return (FrayConditions.wakesUp() && (node.getAndUnsetStatus(WAITS) & WAITS) != 0) || awake;
  }
}
