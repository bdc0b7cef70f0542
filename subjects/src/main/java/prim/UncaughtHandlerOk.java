package prim;

/**
 * {@link UncaughtHandler} with an atomic count. Both failures are handled, so that nothing is
 * wrong.
 */
public final class UncaughtHandlerOk extends UncaughtHandler {

  @Override
  void count(Thread thread, Throwable failure) {
    failures.incrementAndGet();
  }

  public static void main(String[] args) throws Exception {
    new UncaughtHandlerOk().run();
  }
}
