package prim;

/**
 * Two tasks wait for two more tasks of the same pool of two threads: deadlock when both have begun.
 */
public final class PoolStarvation2 {

  public static void main(String[] args) throws Exception {
    new PoolStarvationProgram(2, false).run();
  }
}
