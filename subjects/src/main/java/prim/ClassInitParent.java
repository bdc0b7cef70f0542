package prim;

import static support.Threads.check;

import support.Threads;

/**
 * A class makes an instance of its subclass in its static initialiser. While one thread is in there, another one makes
 * such an instance itself: it has the subclass and waits for its superclass, for which it has to be initialised, and
 * the first thread waits for the subclass: deadlock.
 */
public final class ClassInitParent {

  private static class Shape {
    static final Shape UNIT = new Square(1);

    int size() {
      return 0;
    }
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

  private ClassInitParent() {}

  public static void main(String[] args) throws Exception {
    Threads.runAll(
        () -> check(Shape.UNIT.size() == 1, "not a unit"),
        () -> check(new Square(2).size() == 4, "a wrong size"));
  }
}
