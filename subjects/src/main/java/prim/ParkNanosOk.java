package prim;

import java.util.concurrent.locks.LockSupport;

/** {@link ParkNanos} that parks without a limit until it is ready. */
public final class ParkNanosOk extends ParkNanos {
  @Override
  void awaitReady() {
    super.awaitReady();
    while (!ready) {
      LockSupport.park(this);
    }
  }

  public static void main(String[] args) throws Exception {
    new ParkNanosOk().run();
  }
}
