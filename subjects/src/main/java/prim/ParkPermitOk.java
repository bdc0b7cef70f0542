package prim;

import java.util.concurrent.locks.LockSupport;

/** {@link ParkPermit} that counts the messages themselves and takes a permit for a hint. */
public final class ParkPermitOk extends ParkPermit {

  @Override
  void receiveAll() {
    while (sent.get() < MESSAGES) {
      LockSupport.park(this);
    }
  }

  public static void main(String[] args) throws Exception {
    new ParkPermitOk().run();
  }
}
