package prim;

/** {@link RacyInterrupt} that writes the request first. */
public final class RacyInterruptOk extends RacyInterrupt {

  @Override
  void interrupt(Thread worker) {
    request();
    worker.interrupt();
  }

  public static void main(String[] args) throws Exception {
    new RacyInterruptOk().run();
  }
}
