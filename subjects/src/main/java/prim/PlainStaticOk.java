package prim;

/** {@link PlainStatic} in critical sections. */
public final class PlainStaticOk extends PlainStatic {

  @Override
  synchronized void write() {
    super.write();
  }

  @Override
  synchronized void read() {
    super.read();
  }

  public static void main(String[] args) throws Exception {
    new PlainStaticOk().run();
  }
}
