package prim;

/** {@link AdderDrain} that takes away no more than it has read. */
public final class AdderDrainOk extends AdderDrain {

  @Override
  long drain() {
    long sum = adder.sum();
    adder.add(-sum);
    return sum;
  }

  public static void main(String[] args) throws Exception {
    new AdderDrainOk().run();
  }
}
