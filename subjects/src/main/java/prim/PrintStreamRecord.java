package prim;

import static support.Threads.check;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import support.Threads;

/**
 * Two threads print a record each to one print stream, in two calls: the records are mixed up when
 * the other thread prints between them.
 */
public class PrintStreamRecord {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  final PrintStream out = new PrintStream(bytes, false, StandardCharsets.US_ASCII);

  void print() {
    out.print("<");
    out.print(">");
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::print, this::print);
    out.flush();
    check(bytes.toString(StandardCharsets.US_ASCII).equals("<><>"), "the records are mixed up");
  }

  public static void main(String[] args) throws Exception {
    new PrintStreamRecord().run();
  }
}
