package prim;

/** {@link Counting} in a plain field: needs switches at plain accesses. */
public class PlainField extends Counting {
  private int count;

  @Override
  void count() {
    count++;
  }

  @Override
  final int result() {
    return count;
  }

  public static void main(String[] args) throws Exception {
    new PlainField().run();
  }
}
