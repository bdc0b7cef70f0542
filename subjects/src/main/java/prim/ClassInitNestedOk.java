package prim;

import static support.Threads.check;

import support.Threads;

/** {@link ClassInitNested} that both threads enter at the same place. */
public final class ClassInitNestedOk {

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

  private ClassInitNestedOk() {}

  public static void main(String[] args) throws Exception {
    String left = ClassInitNestedOk.class.getName() + "$Left";
    Threads.runAll(
        () -> check(Settings.VALUE == 2, "the settings are wrong"), () -> Class.forName(left));
  }
}
