package prim;

/** {@link UnsafeCounter} that writes only over what it has read, and tries again otherwise. */
public final class UnsafeCounterOk extends UnsafeCounter {

  @Override
  void count() {
    int seen;
    do {
      seen = UNSAFE.getIntVolatile(this, COUNT);
    } while (!UNSAFE.compareAndSwapInt(this, COUNT, seen, seen + 1));
  }

  public static void main(String[] args) throws Exception {
    new UnsafeCounterOk().run();
  }
}
