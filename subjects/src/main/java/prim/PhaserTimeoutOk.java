package prim;

/** {@link PhaserTimeout} that waits on without a limit when the time is over. */
public final class PhaserTimeoutOk extends PhaserTimeout {
  @Override
  void awaitPhase() throws InterruptedException {
    super.awaitPhase();
    phaser.awaitAdvance(0);
  }

  public static void main(String[] args) throws Exception {
    new PhaserTimeoutOk().run();
  }
}
