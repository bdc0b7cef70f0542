package prim;

/** {@link HandleArray} in one step. */
public final class HandleArrayOk extends HandleArray {

  @Override
  void count() {
    int before = (int) ELEMENT.getAndAdd(counts, 1, 1);
    assert before < 2;
  }

  public static void main(String[] args) throws Exception {
    new HandleArrayOk().run();
  }
}
