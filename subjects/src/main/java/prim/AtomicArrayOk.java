package prim;

/** {@link AtomicArray} in one step. */
public final class AtomicArrayOk extends AtomicArray {

  @Override
  void count() {
    counts.incrementAndGet(1);
  }

  public static void main(String[] args) throws Exception {
    new AtomicArrayOk().run();
  }
}
