package prim;

import prim.ClassInitEscape.Registry;
import support.Threads;

/** {@link ClassInitEscape} that announces the table under the lock, when it is there. */
public final class ClassInitEscapeOk {

  private static final class Holder {
    static final int SIZE;

    static {
      synchronized (Registry.LOCK) {
        Registry.table = new int[] {1};
        Registry.ready = true;
        SIZE = Registry.table.length;
      }
    }
  }

  private ClassInitEscapeOk() {}

  public static void main(String[] args) throws Exception {
    Threads.runAll(() -> Threads.check(Holder.SIZE == 1, "a wrong size"), Registry::lookUp);
  }
}
