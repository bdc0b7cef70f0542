package prim;

/** {@link HandleSpinLock} with a compare-and-set. */
public final class HandleSpinLockOk extends HandleSpinLock {

  @Override
  boolean tryLock() {
    return HELD.compareAndSet(this, false, true);
  }

  public static void main(String[] args) throws Exception {
    new HandleSpinLockOk().run();
  }
}
