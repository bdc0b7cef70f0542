package prim;

/** {@link AtomicAppend} in one atomic update. */
public final class AtomicAppendOk extends AtomicAppend {

  @Override
  void count() {
    list.updateAndGet(AtomicAppend::append);
  }

  public static void main(String[] args) throws Exception {
    new AtomicAppendOk().run();
  }
}
