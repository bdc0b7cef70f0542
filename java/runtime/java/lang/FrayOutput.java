package java.lang;

import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/**
 * What the program prints goes to the agent, which keeps it for the report. Each execution gets
 * streams of its own, so that no lock or half-written line passes from one to the next.
 */
final class FrayOutput extends OutputStream {
  private static final int BUFFER = 128; // as the JDK's own

  private static PrintStream originalOut;
  private static PrintStream originalErr;

  private final int descriptor;

  private FrayOutput(int descriptor) {
    this.descriptor = descriptor;
  }

  @Override
  public void write(int value) {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    FrayCore.output(descriptor, bytes, offset, length);
  }

  static void redirect() {
    originalOut = System.out;
    originalErr = System.err;
    System.setOut(stream(1));
    System.setErr(stream(2));
  }

  static void restore() {
    System.setOut(originalOut);
    System.setErr(originalErr);
  }

  private static PrintStream stream(int descriptor) {
    OutputStream target = new BufferedOutputStream(new FrayOutput(descriptor), BUFFER);
    return new PrintStream(target, true, Charset.defaultCharset());
  }
}
