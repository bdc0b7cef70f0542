package prim;

/** {@link PoolStarvation} with another pool for the inner tasks. */
public final class PoolStarvationOk {

  public static void main(String[] args) throws Exception {
    new PoolStarvationProgram(1, true).run();
  }
}
