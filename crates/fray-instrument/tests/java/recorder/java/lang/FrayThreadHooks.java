package java.lang;

/** Stands in for the real hooks: see {@link FrayHooks}. */
public final class FrayThreadHooks {
  private FrayThreadHooks() {}

  public static void aliveProbe(Object object) {
    FrayHooks.log("isAlive", object);
  }

  public static void interruptProbe(Object object) {
    FrayHooks.log("isInterrupted", object);
  }

  public static void interruptedPoint() {
    FrayHooks.log("interrupted");
  }

  public static void yieldNow() {
    FrayHooks.log("yield");
  }

  public static void spinWait() {
    FrayHooks.log("onSpinWait");
  }

  public static void sleep(long millis) {
    FrayHooks.log("sleep", millis);
  }

  public static void sleep(long millis, int nanos) {
    FrayHooks.log("sleep", millis, nanos);
  }
}
