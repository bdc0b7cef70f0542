package prim;

/** {@link ParallelStream} with an atomic addition. */
public final class ParallelStreamOk extends ParallelStream {

  @Override
  void add(int amount) {
    sum.addAndGet(amount);
  }

  public static void main(String[] args) throws Exception {
    new ParallelStreamOk().run();
  }
}
