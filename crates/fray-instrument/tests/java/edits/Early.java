/** Writes fields in front of super(), which Java allows since 25: nobody may be told of this yet. */
class Early extends Parent {
  volatile int early;
  volatile int late;

  Early() {
    early = 1;
    super(new Object());
    late = 2;
  }

  static int constructs() {
    Early made = new Early();
    return made.early + made.late;
  }
}

class Parent {
  Parent(Object given) {}
}
