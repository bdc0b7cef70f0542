package prim;

/** {@link ReferenceShared} with a reference for each thread. */
public final class ReferenceSharedOk extends ReferenceShared {

  @Override
  int count() {
    return 2;
  }

  public static void main(String[] args) throws Exception {
    new ReferenceSharedOk().run();
  }
}
