/** A thread that asks for a large stack gets it; one that does not has what {@code -Xss} says. */
public final class Deep {
  private Deep() {}

  /** Far more than fits on a stack of the usual size, and less than fits on a large one. */
  private static final int DEEP = 100_000;

  private static final long LARGE = 256L << 20;

  private static int sink(int depth) {
    return depth == DEEP ? depth : sink(depth + 1) + 1;
  }

  private static boolean fits(long size) throws InterruptedException {
    boolean[] done = new boolean[1];
    Thread thread = new Thread(null, () -> done[0] = sink(0) == 2 * DEEP, "deep", size);
    thread.setUncaughtExceptionHandler((t, e) -> {});
    thread.start();
    thread.join();
    return done[0];
  }

  /** With an argument: a usual stack is large. */
  public static void main(String[] args) throws Exception {
    if (!fits(LARGE)) {
      throw new AssertionError("the large stack is too small");
    }
    if (fits(0) != (args.length > 0)) {
      throw new AssertionError("the usual stack is not as it was asked for");
    }
  }
}
