package prim;

import static support.Threads.check;

import support.Threads;

/**
 * An interface with a default method has a constant of a class that implements it. Such a class is initialised after
 * the interface, which needs it for the constant: two threads that begin with one each deadlock.
 */
public final class ClassInitDefault {

  private interface Greeting {
    Greeting PLAIN = new Word("hello");

    String text();

    default int length() {
      return text().length();
    }
  }

  private static final class Word implements Greeting {
    private final String text;

    Word(String text) {
      this.text = text;
    }

    @Override
    public String text() {
      return text;
    }
  }

  private ClassInitDefault() {}

  public static void main(String[] args) throws Exception {
    Threads.runAll(
        () -> check(Greeting.PLAIN.length() == 5, "a wrong length"),
        () -> check(new Word("bye").length() == 3, "another wrong length"));
  }
}
