package prim;

/** {@link AtomicOnce} with a compare-and-set. */
public final class AtomicOnceOk extends AtomicOnce {

  @Override
  boolean isFirst() {
    return begun.compareAndSet(false, true);
  }

  public static void main(String[] args) throws Exception {
    new AtomicOnceOk().run();
  }
}
