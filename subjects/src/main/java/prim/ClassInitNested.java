package prim;

import static support.Threads.check;

import support.Threads;

/**
 * Two classes whose initialisers need each other, and neither thread sees them directly: one meets them
 * inside of the initialiser of a third class, the other by reflection. Begun at different ends: deadlock.
 */
public final class ClassInitNested {

  private static final class Settings {
    static final int VALUE = Left.VALUE;
  }

  private static final class Left {
    static final int VALUE = Right.base() + 1;

    static int base() {
      return 1;
    }
  }

  private static final class Right {
    static final int VALUE = Left.base() + 1;

    static int base() {
      return 1;
    }
  }

  private ClassInitNested() {}

  public static void main(String[] args) throws Exception {
    String right = ClassInitNested.class.getName() + "$Right";
    Threads.runAll(
        () -> check(Settings.VALUE == 2, "the settings are wrong"), () -> Class.forName(right));
  }
}
