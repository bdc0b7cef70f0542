package prim;

import static support.Threads.check;

import support.Threads;

/** {@link ClassInitParent} with the instance in a class of its own. */
public final class ClassInitParentOk {

  private static class Shape {
    int size() {
      return 0;
    }
  }

  private static final class Units {
    static final Shape UNIT = new Square(1);
  }

  private static final class Square extends Shape {
    private final int side;

    Square(int side) {
      this.side = side;
    }

    @Override
    int size() {
      return side * side;
    }
  }

  private ClassInitParentOk() {}

  public static void main(String[] args) throws Exception {
    Threads.runAll(
        () -> check(Units.UNIT.size() == 1, "not a unit"),
        () -> check(new Square(2).size() == 4, "a wrong size"));
  }
}
