package prim;

/** {@link Counting} with {@code ++} on a volatile field, which is a read and a write. */
public class VolatileIncrement extends Counting {
  private volatile int count;

  @Override
  void count() {
    count++;
  }

  @Override
  int result() {
    return count;
  }

  public static void main(String[] args) throws Exception {
    new VolatileIncrement().run();
  }
}
