package prim;

/** {@link ClassInitOwner} that only demands that both threads see the same initialiser. */
public final class ClassInitOwnerOk extends ClassInitOwner {

  @Override
  boolean isExpected(Thread owner, Thread first, Thread second) {
    return owner != null;
  }

  public static void main(String[] args) throws Exception {
    new ClassInitOwnerOk().run();
  }
}
