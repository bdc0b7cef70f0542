package prim;

/** {@link HandleStatic} that writes only over what it has read, and tries again otherwise. */
public final class HandleStaticOk extends HandleStatic {

  @Override
  void count() {
    int seen;
    do {
      seen = (int) COUNT.getVolatile();
    } while (!COUNT.weakCompareAndSet(seen, seen + 1));
  }

  public static void main(String[] args) throws Exception {
    new HandleStaticOk().run();
  }
}
