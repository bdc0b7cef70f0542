package prim21;

/** {@link VirtualCounter} with an atomic addition. */
public final class VirtualCounterOk extends VirtualCounter {

  @Override
  void add() {
    sum.incrementAndGet();
  }

  public static void main(String[] args) throws Exception {
    new VirtualCounterOk().run();
  }
}
