package prim;

/** {@link NotifyReplacedLock} that reads the field once. */
public final class NotifyReplacedLockOk extends NotifyReplacedLock {

  @Override
  void announce() {
    Object current = lock;
    synchronized (current) {
      ready = true;
      current.notifyAll();
    }
  }

  public static void main(String[] args) throws Exception {
    new NotifyReplacedLockOk().run();
  }
}
