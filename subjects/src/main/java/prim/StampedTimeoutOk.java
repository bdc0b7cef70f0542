package prim;

/** {@link StampedTimeout} that waits without a limit when the time is over. */
public final class StampedTimeoutOk extends StampedTimeout {
  @Override
  long acquire() throws InterruptedException {
    long stamp = super.acquire();
    return stamp != 0 ? stamp : lock.writeLock();
  }

  public static void main(String[] args) throws Exception {
    new StampedTimeoutOk().run();
  }
}
