package prim;

/** A task waits for another task of the same pool of one thread: deadlock in every schedule. */
public final class PoolStarvation {

  public static void main(String[] args) throws Exception {
    new PoolStarvationProgram(1, false).run();
  }
}
