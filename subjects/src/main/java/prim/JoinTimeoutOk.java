package prim;

/**
 * {@link JoinTimeout} that asks whether the worker is alive, and joins it without a limit if so.
 */
public final class JoinTimeoutOk extends JoinTimeout {

  @Override
  void await(Thread worker) throws InterruptedException {
    worker.join(1000);
    if (worker.isAlive()) {
      worker.join();
    }
  }

  public static void main(String[] args) throws Exception {
    new JoinTimeoutOk().run();
  }
}
