package sct;

import support.Threads;

/**
 * Appends one string buffer to another by asking for its length and then for its characters. Each
 * call is synchronized, the two together are not: when the source shrinks in between, the range is
 * out of bounds.
 */
public class StringBufferAppend {
  final StringBuffer source = new StringBuffer("abc");
  private final StringBuffer target = new StringBuffer();

  void append() {
    char[] copy = new char[source.length()];
    source.getChars(0, copy.length, copy, 0);
    target.append(copy);
  }

  private void shrink() {
    source.setLength(0);
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::append, this::shrink);
  }

  public static void main(String[] args) throws Exception {
    new StringBufferAppend().run();
  }
}
