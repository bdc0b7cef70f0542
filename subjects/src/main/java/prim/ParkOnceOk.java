package prim;

import java.util.concurrent.locks.LockSupport;

/** {@link ParkOnce} that looks again whenever it wakes up. */
public final class ParkOnceOk extends ParkOnce {

  @Override
  void awaitReady() {
    while (!ready) {
      LockSupport.park(this);
    }
  }

  public static void main(String[] args) throws Exception {
    new ParkOnceOk().run();
  }
}
