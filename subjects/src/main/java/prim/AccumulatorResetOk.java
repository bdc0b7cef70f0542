package prim;

/** {@link AccumulatorReset} that leaves the accumulator as it is. */
public final class AccumulatorResetOk extends AccumulatorReset {
  @Override
  long drain() {
    return maximum.get();
  }

  public static void main(String[] args) throws Exception {
    new AccumulatorResetOk().run();
  }
}
