/** A thread is ended as {@code Thread.stop} did it, of which JDKs that have this say nothing. */
public final class Stopped {
  private Stopped() {}

  @SuppressWarnings("removal")
  public static void main(String[] args) throws InterruptedException {
    Thread stopped =
        new Thread(
            () -> {
              if (Runtime.version().feature() < 20) {
                throw new ThreadDeath();
              }
            });
    stopped.start();
    stopped.join();
  }
}
