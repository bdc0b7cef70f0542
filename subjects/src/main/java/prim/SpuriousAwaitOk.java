package prim;

/** {@link SpuriousAwait} with {@code while}. */
public final class SpuriousAwaitOk extends SpuriousAwait {

  @Override
  void awaitReady() throws InterruptedException {
    while (!ready) {
      changed.await();
    }
  }

  public static void main(String[] args) throws Exception {
    new SpuriousAwaitOk().run();
  }
}
