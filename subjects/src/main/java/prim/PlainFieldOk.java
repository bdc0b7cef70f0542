package prim;

/** {@link PlainField} in a critical section. */
public final class PlainFieldOk extends PlainField {

  @Override
  synchronized void count() {
    super.count();
  }

  public static void main(String[] args) throws Exception {
    new PlainFieldOk().run();
  }
}
