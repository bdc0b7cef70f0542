package prim;

/** {@link HandleBuffer} that writes only over what it has read, and tries again otherwise. */
public final class HandleBufferOk extends HandleBuffer {

  @Override
  void count() {
    int seen;
    do {
      seen = (int) INT.getVolatile(buffer, 0);
    } while (!INT.compareAndSet(buffer, 0, seen, seen + 1));
  }

  public static void main(String[] args) throws Exception {
    new HandleBufferOk().run();
  }
}
