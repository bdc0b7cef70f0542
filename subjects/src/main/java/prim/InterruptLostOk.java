package prim;

/** {@link InterruptLost} that keeps the interrupt status. */
public final class InterruptLostOk extends InterruptLost {

  @Override
  void prepare() {}

  public static void main(String[] args) throws Exception {
    new InterruptLostOk().run();
  }
}
