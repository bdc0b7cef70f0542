package prim;

import java.util.concurrent.locks.LockSupport;

/** {@link ParkNanos} with a deadline. */
public class ParkUntil extends ParkNanos {
  @Override
  void awaitReady() {
    LockSupport.parkUntil(this, System.currentTimeMillis() + 1000);
  }

  public static void main(String[] args) throws Exception {
    new ParkUntil().run();
  }
}
