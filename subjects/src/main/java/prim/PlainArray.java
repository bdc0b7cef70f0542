package prim;

/** {@link Counting} in an element of a plain array: needs switches at plain accesses. */
public class PlainArray extends Counting {
  private final long[] counts = new long[2];

  @Override
  void count() {
    counts[1]++;
  }

  @Override
  final int result() {
    return (int) counts[1];
  }

  public static void main(String[] args) throws Exception {
    new PlainArray().run();
  }
}
