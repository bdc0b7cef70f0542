package prim;

/** {@link VectorRemove} under the vector's own monitor. */
public final class VectorRemoveOk extends VectorRemove {

  @Override
  void removeFirst() {
    synchronized (vector) {
      super.removeFirst();
    }
  }

  public static void main(String[] args) throws Exception {
    new VectorRemoveOk().run();
  }
}
