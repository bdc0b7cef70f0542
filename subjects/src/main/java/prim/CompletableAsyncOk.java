package prim;

/** {@link CompletableAsync} with an atomic addition. */
public final class CompletableAsyncOk extends CompletableAsync {

  @Override
  void add() {
    sum.incrementAndGet();
  }

  public static void main(String[] args) throws Exception {
    new CompletableAsyncOk().run();
  }
}
