package prim;

/** {@link VolatileStatic} in a critical section. */
public final class VolatileStaticOk extends VolatileStatic {

  @Override
  synchronized int nextNumber() {
    return super.nextNumber();
  }

  public static void main(String[] args) throws Exception {
    new VolatileStaticOk().run();
  }
}
