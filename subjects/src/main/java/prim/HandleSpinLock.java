package prim;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * {@link Counting} under a hand-written spin lock on a {@link VarHandle}, which tests and sets in
 * two steps: both threads may get it.
 */
public class HandleSpinLock extends Counting {
  static final VarHandle HELD;

  static {
    try {
      HELD = MethodHandles.lookup().findVarHandle(HandleSpinLock.class, "held", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // accessed through HELD
  private boolean held;

  private volatile int count;

  boolean tryLock() {
    if ((boolean) HELD.getVolatile(this)) {
      return false;
    }
    HELD.setVolatile(this, true);
    return true;
  }

  private void unlock() {
    HELD.setRelease(this, false);
  }

  @Override
  final void count() {
    while (!tryLock()) {
      Thread.onSpinWait();
    }
    count++;
    unlock();
  }

  @Override
  final int result() {
    return count;
  }

  public static void main(String[] args) throws Exception {
    new HandleSpinLock().run();
  }
}
