package prim;

/** {@link ShutdownHookEarly} without daemons: hooks run when all other threads have ended. */
public final class ShutdownHookEarlyOk extends ShutdownHookEarly {

  @Override
  boolean isDaemon() {
    return false;
  }

  public static void main(String[] args) throws Exception {
    new ShutdownHookEarlyOk().run();
  }
}
