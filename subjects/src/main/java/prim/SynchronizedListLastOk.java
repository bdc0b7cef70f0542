package prim;

/** {@link SynchronizedListLast} under the list's own monitor. */
public final class SynchronizedListLastOk extends SynchronizedListLast {

  @Override
  void readLast() {
    synchronized (list) {
      super.readLast();
    }
  }

  public static void main(String[] args) throws Exception {
    new SynchronizedListLastOk().run();
  }
}
