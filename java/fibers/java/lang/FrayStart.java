package java.lang;

/** Starts threads: stands in for {@code start0} in {@link Thread}. */
public final class FrayStart {
  private FrayStart() {}

  public static void start(Thread thread) {
    if (FrayHooks.active && FrayEngine.fibers != null && FrayThreads.id(thread) != 0) {
      FrayEngine.fibers.start(thread);
    } else {
      thread.start0();
    }
    FrayThreadHooks.afterStart(thread);
  }
}
