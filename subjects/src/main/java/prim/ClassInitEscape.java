package prim;

import support.Threads;

/**
 * A static initialiser announces its table before it has got the lock under which it stores it.
 * Another thread that has the lock meanwhile sees the announcement and no table.
 */
public final class ClassInitEscape {

  /** What the two threads share, outside the class that is being initialised. */
  static final class Registry {
    static final Object LOCK = new Object();
    static volatile boolean ready;
    static int[] table;

    private Registry() {}

    static int lookUp() {
      synchronized (LOCK) {
        return ready ? table[0] : 0;
      }
    }
  }

  private static final class Holder {
    static final int SIZE;

    static {
      Registry.ready = true;
      synchronized (Registry.LOCK) {
        Registry.table = new int[] {1};
        SIZE = Registry.table.length;
      }
    }
  }

  private ClassInitEscape() {}

  public static void main(String[] args) throws Exception {
    Threads.runAll(() -> Threads.check(Holder.SIZE == 1, "a wrong size"), Registry::lookUp);
  }
}
