package prim;

/** {@link RacyTwoLocks} with one lock for both. */
public final class RacyTwoLocksOk extends RacyTwoLocks {

  @Override
  Object lockOf(Object own) {
    return this;
  }

  public static void main(String[] args) throws Exception {
    new RacyTwoLocksOk().run();
  }
}
