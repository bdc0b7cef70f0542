package prim;

import static support.Threads.check;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import support.Threads;

/**
 * A lock with a condition made with {@link AbstractQueuedLongSynchronizer}, whose user takes every
 * return from a wait that is not a timeout for the signal: only a spurious wake-up shows the bug.
 */
public class OwnLongGate extends AbstractQueuedLongSynchronizer {
  private static final long serialVersionUID = 1L;

  final transient ConditionObject opened = new ConditionObject();
  boolean open;

  @Override
  protected final boolean tryAcquire(long amount) {
    if (compareAndSetState(0, amount)) {
      setExclusiveOwnerThread(Thread.currentThread());
      return true;
    }
    return false;
  }

  @Override
  protected final boolean tryRelease(long amount) {
    setExclusiveOwnerThread(null);
    setState(0);
    return true;
  }

  @Override
  protected final boolean isHeldExclusively() {
    return getExclusiveOwnerThread() == Thread.currentThread();
  }

  private void open() {
    acquire(1L << 40);
    open = true;
    opened.signal();
    release(1L << 40);
  }

  /** Whether the gate opened in time. */
  boolean awaitOpen() throws InterruptedException {
    return open || opened.await(1, TimeUnit.HOURS);
  }

  private void pass() throws InterruptedException {
    acquire(1L << 40);
    try {
      if (awaitOpen()) {
        check(open, "passes through a closed gate");
      }
    } finally {
      release(1L << 40);
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::pass, this::open);
  }

  public static void main(String[] args) throws Exception {
    new OwnLongGate().run();
  }
}
