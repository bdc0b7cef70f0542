package prim;

/** {@link ThreadFactoryName} that takes a number in one step. */
public final class ThreadFactoryNameOk extends ThreadFactoryName {

  @Override
  int nextNumber() {
    return next.getAndIncrement();
  }

  public static void main(String[] args) throws Exception {
    new ThreadFactoryNameOk().run();
  }
}
