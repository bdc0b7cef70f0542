package prim;

/** {@link WaitTimeout} that waits on without a limit when the time is over. */
public final class WaitTimeoutOk extends WaitTimeout {

  @Override
  void awaitReady() throws InterruptedException {
    super.awaitReady();
    while (!ready) {
      wait();
    }
  }

  public static void main(String[] args) throws Exception {
    new WaitTimeoutOk().run();
  }
}
