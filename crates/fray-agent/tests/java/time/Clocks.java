/** Sleeps for a while and looks at both clocks before and after. */
public final class Clocks {
  private static final long SLEEP = 300;

  private Clocks() {}

  public static void main(String[] args) throws Exception {
    long nanos = System.nanoTime();
    long millis = System.currentTimeMillis();
    Thread sleeper =
        new Thread(
            () -> {
              try {
                Thread.sleep(SLEEP);
              } catch (InterruptedException impossible) {
                throw new IllegalStateException(impossible);
              }
            });
    sleeper.start();
    sleeper.join();
    check((System.nanoTime() - nanos) / 1_000_000);
    check(System.currentTimeMillis() - millis);
    System.out.println("year " + (1970 + millis / (365L * 24 * 3600 * 1000)));
  }

  private static void check(long passed) {
    if (passed < SLEEP) {
      throw new AssertionError("only " + passed + " ms have passed");
    }
  }
}
