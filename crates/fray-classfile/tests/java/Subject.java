/** Methods to rewrite; the test puts calls of Hooks into them. */
final class Subject {
  /** The loop jumps back to the very first instruction. */
  static int loop(int n) {
    do {
      n--;
    } while (n > 0);
    return n;
  }

  static int branches(int n) {
    if (n > 0) {
      n = -n;
    }
    return n;
  }

  static int wrapped(int n) {
    return 10 / n;
  }

  static int wrappedWithHandler(int n) {
    try {
      if (n > 5) {
        return n;
      }
      return 10 / n;
    } catch (Throwable e) {
      return -1;
    }
  }

  synchronized boolean holds(int n) {
    return 10 / n > 0 && Thread.holdsLock(this);
  }

  static synchronized boolean staticHolds(int n) {
    long wide = n;
    String text = wide > 3 ? new String("a" + n) : null;
    return 10 / n > 0 && Thread.holdsLock(Subject.class) && (text == null || !text.isEmpty());
  }
}

/** What the inserted calls do. */
final class Hooks {
  static final StringBuilder LOG = new StringBuilder();
  static boolean exitThrows;

  static void entry() {
    LOG.append('E');
  }

  static void before() {
    LOG.append('b');
  }

  static void after() {
    LOG.append('a');
  }

  static void returns() {
    LOG.append('r');
  }

  static void enter() {
    LOG.append('[');
  }

  static void exit() {
    LOG.append(']');
    if (exitThrows) {
      throw new IllegalStateException("exit");
    }
  }
}

/** Runs the methods and prints what they return or throw, and the hooks that ran. */
final class Run {
  interface Call {
    Object call();
  }

  public static void main(String[] args) {
    show("loop", () -> Subject.loop(3));
    show("taken", () -> Subject.branches(-1));
    show("not taken", () -> Subject.branches(1));
    show("wrapped", () -> Subject.wrapped(5));
    show("wrapped throws", () -> Subject.wrapped(0));
    show("handler", () -> Subject.wrappedWithHandler(5));
    show("handler, other return", () -> Subject.wrappedWithHandler(7));
    show("handler runs", () -> Subject.wrappedWithHandler(0));
    Hooks.exitThrows = true;
    show("exit throws", () -> Subject.wrappedWithHandler(7));
    show("exit throws on throw", () -> Subject.wrapped(0));
    Hooks.exitThrows = false;
    Subject subject = new Subject();
    show("synchronized", () -> subject.holds(1));
    show("synchronized throws", () -> subject.holds(0));
    show("static synchronized", () -> Subject.staticHolds(4));
    show("static synchronized throws", () -> Subject.staticHolds(0));
    System.out.println(
        "held afterwards: " + Thread.holdsLock(subject) + " " + Thread.holdsLock(Subject.class));
    System.out.println("line: " + line());
  }

  private static void show(String name, Call call) {
    Hooks.LOG.setLength(0);
    String result;
    try {
      result = String.valueOf(call.call());
    } catch (Throwable e) {
      result = e.getClass().getSimpleName();
    }
    System.out.println(name + ": " + result + " " + Hooks.LOG);
  }

  /** The line at which wrapped() divides by zero. */
  private static int line() {
    try {
      return Subject.wrapped(0);
    } catch (ArithmeticException e) {
      return e.getStackTrace()[0].getLineNumber();
    }
  }
}
