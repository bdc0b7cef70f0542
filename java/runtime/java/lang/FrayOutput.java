package java.lang;

import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/**
 * What the program prints goes to the agent, which keeps it for the report. Each execution gets
 * streams of its own, so that no lock or half-written line passes from one to the next. Streams that
 * an execution has not touched are as good as new.
 */
final class FrayOutput extends BufferedOutputStream {
  private static final int BUFFER = 128; // as the JDK's own

  private static Object originalOut;
  private static Object originalErr;

  private static FrayOutput out;
  private static FrayOutput err;

  private final PrintStream stream;
  private boolean touched;

  private FrayOutput(int descriptor) {
    super(new Sink(descriptor), BUFFER);
    stream = new PrintStream(this, true, Charset.defaultCharset());
  }

  @Override
  public void write(int value) throws java.io.IOException {
    touched = true;
    super.write(value);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws java.io.IOException {
    touched = true;
    super.write(bytes, offset, length);
  }

  @Override
  public void flush() throws java.io.IOException {
    touched = true;
    super.flush();
  }

  @Override
  public void close() throws java.io.IOException {
    touched = true;
    super.close();
  }

  /** Where the bytes leave Java. */
  private static final class Sink extends OutputStream {
    private final int descriptor;

    Sink(int descriptor) {
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
  }

  static void redirect() {
    originalOut = OUT.get();
    originalErr = ERR.get();
    out = fresh(out, 1);
    err = fresh(err, 2);
    OUT.set(out.stream);
    ERR.set(err.stream);
  }

  static void restore() {
    OUT.set(originalOut);
    ERR.set(originalErr);
  }

  /** What System.setOut sets; it looks for the field by its name each time. */
  private static final FrayStatics OUT = field("out");

  private static final FrayStatics ERR = field("err");

  private static FrayStatics field(String name) {
    return FrayStatics.of(System.class, name, "Ljava/io/PrintStream;");
  }

  private static FrayOutput fresh(FrayOutput last, int descriptor) {
    return last == null || last.touched ? new FrayOutput(descriptor) : last;
  }

  /** A stream for one execution. */
  static PrintStream stream(int descriptor) {
    return new FrayOutput(descriptor).stream;
  }
}
