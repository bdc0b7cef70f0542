package prim;

import static support.Threads.check;

import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import support.Threads;

/**
 * A mutex made with {@link AbstractQueuedSynchronizer} that looks whether it is free and takes it
 * in two steps: two threads that both look first are inside together.
 */
public class OwnMutex extends AbstractQueuedSynchronizer {
  private static final long serialVersionUID = 1L;

  private int inside;

  /** Takes the free mutex. */
  boolean take() {
    if (getState() != 0) {
      return false;
    }
    setState(1);
    return true;
  }

  @Override
  protected final boolean tryAcquire(int ignored) {
    return take();
  }

  @Override
  protected final boolean tryRelease(int ignored) {
    setState(0);
    return true;
  }

  private void use() {
    acquire(1);
    check(inside++ == 0, "two threads are inside");
    Thread.yield();
    inside--;
    release(1);
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::use, this::use);
  }

  public static void main(String[] args) throws Exception {
    new OwnMutex().run();
  }
}
