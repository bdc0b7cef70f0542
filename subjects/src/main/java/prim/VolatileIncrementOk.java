package prim;

/** {@link VolatileIncrement} in a critical section. */
public final class VolatileIncrementOk extends VolatileIncrement {

  @Override
  synchronized void count() {
    super.count();
  }

  public static void main(String[] args) throws Exception {
    new VolatileIncrementOk().run();
  }
}
