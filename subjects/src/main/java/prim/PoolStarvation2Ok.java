package prim;

/** {@link PoolStarvation2} with another pool for the inner tasks. */
public final class PoolStarvation2Ok {

  public static void main(String[] args) throws Exception {
    new PoolStarvationProgram(2, true).run();
  }
}
