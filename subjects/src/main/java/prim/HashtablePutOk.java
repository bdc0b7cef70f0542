package prim;

/** {@link HashtablePut} under the table's own monitor. */
public final class HashtablePutOk extends HashtablePut {

  @Override
  void lookUp() {
    synchronized (table) {
      super.lookUp();
    }
  }

  public static void main(String[] args) throws Exception {
    new HashtablePutOk().run();
  }
}
