package jacontebe;

import support.Threads;

/**
 * After the JDK's string buffer: two threads cut off the last character. Each asks for the length
 * first: the second deletes at an index that is gone.
 */
public class JdkStringBuffer {
  final StringBuffer buffer = new StringBuffer("a,");

  void cutLast() {
    int last = buffer.length() - 1;
    buffer.deleteCharAt(last);
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::cutLast, this::cutLast);
  }

  public static void main(String[] args) throws Exception {
    new JdkStringBuffer().run();
  }
}
