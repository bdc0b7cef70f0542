/**
 * A call-back from native code waits in a loop for another thread. Wrong: it believes what it sees
 * when the wait is over to be the last word.
 */
public final class UpcallSpin {
  private static volatile int stage;

  public static void main(String[] args) throws Throwable {
    boolean right = args.length > 0;
    int enough = right ? 2 : 1;
    Thread other =
        new Thread(
            () -> {
              stage = 1;
              stage = 2;
            });
    other.start();
    int[] seen = new int[1];
    Native.call(
        () -> {
          while (stage < enough) {
            // Nothing here says that others should run.
          }
          seen[0] = stage;
        });
    other.join();
    if (seen[0] != 2) {
      throw new AssertionError("saw " + seen[0]);
    }
  }
}
