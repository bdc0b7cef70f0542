package prim;

import java.util.concurrent.locks.LockSupport;

/** {@link ParkUntil} that parks without a limit until it is ready. */
public final class ParkUntilOk extends ParkUntil {
  @Override
  void awaitReady() {
    super.awaitReady();
    while (!ready) {
      LockSupport.park(this);
    }
  }

  public static void main(String[] args) throws Exception {
    new ParkUntilOk().run();
  }
}
