package prim;

/** {@link DoubleAdderLimit} that compares and adds under a monitor. */
public final class DoubleAdderLimitOk extends DoubleAdderLimit {
  @Override
  synchronized void use() {
    super.use();
  }

  public static void main(String[] args) throws Exception {
    new DoubleAdderLimitOk().run();
  }
}
