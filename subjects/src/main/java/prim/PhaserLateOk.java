package prim;

/** {@link PhaserLate} that registers the worker before it is started. */
public final class PhaserLateOk extends PhaserLate {

  @Override
  void beforeStart() {
    phaser.register();
  }

  @Override
  void inWorker() {}

  public static void main(String[] args) throws Exception {
    new PhaserLateOk().run();
  }
}
