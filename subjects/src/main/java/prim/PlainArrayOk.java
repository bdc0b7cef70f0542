package prim;

/** {@link PlainArray} in a critical section. */
public final class PlainArrayOk extends PlainArray {

  @Override
  synchronized void count() {
    super.count();
  }

  public static void main(String[] args) throws Exception {
    new PlainArrayOk().run();
  }
}
