package prim;

/** {@link LongArrayMaximum} in one step. */
public final class LongArrayMaximumOk extends LongArrayMaximum {
  @Override
  void raise(long value) {
    maxima.accumulateAndGet(1, value, Math::max);
  }

  public static void main(String[] args) throws Exception {
    new LongArrayMaximumOk().run();
  }
}
