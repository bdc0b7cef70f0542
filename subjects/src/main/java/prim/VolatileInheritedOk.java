package prim;

/** {@link VolatileInherited} in which check and write are one critical section. */
public final class VolatileInheritedOk extends VolatileInherited {

  @Override
  synchronized void raiseLower(int bound) {
    super.raiseLower(bound);
  }

  @Override
  synchronized void reduceUpper(int bound) {
    super.reduceUpper(bound);
  }

  public static void main(String[] args) throws Exception {
    new VolatileInheritedOk().run();
  }
}
