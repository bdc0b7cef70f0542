package prim;

/** {@link SpuriousWriteAwait} with {@code while}. */
public final class SpuriousWriteAwaitOk extends SpuriousWriteAwait {

  @Override
  void awaitReady() {
    while (!ready) {
      changed.awaitUninterruptibly();
    }
  }

  public static void main(String[] args) throws Exception {
    new SpuriousWriteAwaitOk().run();
  }
}
