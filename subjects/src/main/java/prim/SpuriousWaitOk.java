package prim;

/** {@link SpuriousWait} with {@code while}. */
public final class SpuriousWaitOk extends SpuriousWait {

  @Override
  void awaitReady() throws InterruptedException {
    while (!ready) {
      wait();
    }
  }

  public static void main(String[] args) throws Exception {
    new SpuriousWaitOk().run();
  }
}
