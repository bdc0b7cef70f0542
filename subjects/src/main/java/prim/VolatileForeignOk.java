package prim;

/** {@link VolatileForeign} that raises its own flag first. It may be that none goes in. */
public final class VolatileForeignOk extends VolatileForeign {

  @Override
  boolean mayEnter(Wish mine, Wish others) {
    mine.raised = true;
    return !others.raised;
  }

  public static void main(String[] args) throws Exception {
    new VolatileForeignOk().run();
  }
}
