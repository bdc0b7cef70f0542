package prim;

/** {@link BusyWaitPulse} with a flag that stays set: a busy wait that is right, if not nice. */
public final class BusyWaitPulseOk extends BusyWaitPulse {

  @Override
  void send() {
    set();
  }

  public static void main(String[] args) throws Exception {
    new BusyWaitPulseOk().run();
  }
}
