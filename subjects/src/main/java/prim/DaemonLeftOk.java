package prim;

/** {@link DaemonLeft} with a daemon thread, which may still be waiting when the program ends. */
public final class DaemonLeftOk extends DaemonLeft {

  @Override
  boolean isDaemon() {
    return true;
  }

  public static void main(String[] args) throws Exception {
    new DaemonLeftOk().run();
  }
}
