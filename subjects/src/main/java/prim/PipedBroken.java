package prim;

import static support.Threads.check;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import support.Threads;

/**
 * Reads a piped stream to its end, but the writing thread does not close it: if that has ended by
 * then the reader gets an exception.
 */
public class PipedBroken {
  /** At the end of what is written. */
  void finish(PipedOutputStream out) throws IOException {
    out.flush();
  }

  private void write(PipedOutputStream out) throws IOException {
    out.write(1);
    out.write(2);
    finish(out);
  }

  final void run() throws Exception {
    PipedOutputStream out = new PipedOutputStream();
    try (PipedInputStream in = new PipedInputStream(out, 1)) {
      Thread writer = Threads.start(() -> write(out));
      check(in.read() == 1 && in.read() == 2, "wrong data");
      check(in.read() == -1, "too much data");
      writer.join();
    }
  }

  public static void main(String[] args) throws Exception {
    new PipedBroken().run();
  }
}
