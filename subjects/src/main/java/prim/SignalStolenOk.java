package prim;

/** {@link SignalStolen} with {@code signalAll}. */
public final class SignalStolenOk extends SignalStolen {

  @Override
  void wake() {
    changed.signalAll();
  }

  public static void main(String[] args) throws Exception {
    new SignalStolenOk().run();
  }
}
