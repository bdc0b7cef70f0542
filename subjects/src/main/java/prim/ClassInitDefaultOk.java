package prim;

import static support.Threads.check;

import support.Threads;

/**
 * {@link ClassInitDefault} without a default method: such an interface is not initialised along with the classes that
 * implement it.
 */
public final class ClassInitDefaultOk {

  private interface Greeting {
    Greeting PLAIN = new Word("hello");

    String text();
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

  private ClassInitDefaultOk() {}

  public static void main(String[] args) throws Exception {
    Threads.runAll(
        () -> check(Greeting.PLAIN.text().length() == 5, "a wrong length"),
        () -> check(new Word("bye").text().length() == 3, "another wrong length"));
  }
}
