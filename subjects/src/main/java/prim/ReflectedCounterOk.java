package prim;

/** {@link ReflectedCounter} with a lock. */
public final class ReflectedCounterOk extends ReflectedCounter {

  private ReflectedCounterOk() throws ReflectiveOperationException {}

  @Override
  synchronized void byReflection() {
    super.byReflection();
  }

  @Override
  synchronized void byHandles() {
    super.byHandles();
  }

  public static void main(String[] args) throws Exception {
    new ReflectedCounterOk().run();
  }
}
