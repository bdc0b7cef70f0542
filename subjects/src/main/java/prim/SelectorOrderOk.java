package prim;

/** {@link SelectorOrder} that takes clients as they come. */
public final class SelectorOrderOk extends SelectorOrder {

  @Override
  void take(int number) {
    add(number);
  }

  public static void main(String[] args) throws Exception {
    new SelectorOrderOk().run();
  }
}
