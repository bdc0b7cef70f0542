package prim;

/** {@link AwaitUntil} that waits on without a limit when the deadline has passed. */
public final class AwaitUntilOk extends AwaitUntil {
  @Override
  void awaitReady() throws InterruptedException {
    super.awaitReady();
    while (!ready) {
      changed.await();
    }
  }

  public static void main(String[] args) throws Exception {
    new AwaitUntilOk().run();
  }
}
