package prim;

/** {@link FieldUpdater} in one step. */
public final class FieldUpdaterOk extends FieldUpdater {

  @Override
  void count() {
    COUNT.incrementAndGet(this);
  }

  public static void main(String[] args) throws Exception {
    new FieldUpdaterOk().run();
  }
}
