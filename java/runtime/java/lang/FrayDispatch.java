package java.lang;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Locale;

/**
 * Standard output in a JVM that belongs to a test framework: what executions print is kept from
 * the framework, which would see it a thousand times, and what others print meanwhile goes on to
 * where it went before. They never wait for each other.
 */
final class FrayDispatch extends PrintStream {
  private static FrayDispatch out;
  private static FrayDispatch err;

  private final PrintStream original;
  private PrintStream execution;

  private FrayDispatch(PrintStream original) {
    super(OutputStream.nullOutputStream());
    this.original = original;
  }

  static void install() {
    out = new FrayDispatch(System.out);
    err = new FrayDispatch(System.err);
    System.setOut(out);
    System.setErr(err);
  }

  /** The next execution gets streams of its own. */
  static void begin() {
    System.setOut(out);
    System.setErr(err);
    out.execution = FrayOutput.stream(1);
    err.execution = FrayOutput.stream(2);
  }

  static void remove() {
    System.setOut(out.original);
    System.setErr(err.original);
  }

  /** Shows what one execution printed. */
  static void show(String text) {
    if (text != null && !text.isEmpty()) {
      out.original.print(text);
      out.original.flush();
    }
  }

  private PrintStream target() {
    return FrayTests.controlled() ? execution : original;
  }

  @Override
  public void write(int value) {
    target().write(value);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    target().write(bytes);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    target().write(bytes, offset, length);
  }

  @Override
  public void writeBytes(byte[] bytes) {
    target().writeBytes(bytes);
  }

  @Override
  public void flush() {
    target().flush();
  }

  @Override
  public void close() {
    target().flush(); // the framework needs its streams
  }

  @Override
  public boolean checkError() {
    return target().checkError();
  }

  @Override
  public void print(boolean value) {
    target().print(value);
  }

  @Override
  public void print(char value) {
    target().print(value);
  }

  @Override
  public void print(int value) {
    target().print(value);
  }

  @Override
  public void print(long value) {
    target().print(value);
  }

  @Override
  public void print(float value) {
    target().print(value);
  }

  @Override
  public void print(double value) {
    target().print(value);
  }

  @Override
  public void print(char[] value) {
    target().print(value);
  }

  @Override
  public void print(String value) {
    target().print(value);
  }

  @Override
  public void print(Object value) {
    target().print(value);
  }

  @Override
  public void println() {
    target().println();
  }

  @Override
  public void println(boolean value) {
    target().println(value);
  }

  @Override
  public void println(char value) {
    target().println(value);
  }

  @Override
  public void println(int value) {
    target().println(value);
  }

  @Override
  public void println(long value) {
    target().println(value);
  }

  @Override
  public void println(float value) {
    target().println(value);
  }

  @Override
  public void println(double value) {
    target().println(value);
  }

  @Override
  public void println(char[] value) {
    target().println(value);
  }

  @Override
  public void println(String value) {
    target().println(value);
  }

  @Override
  public void println(Object value) {
    target().println(value);
  }

  @Override
  public PrintStream printf(String format, Object... arguments) {
    return format(format, arguments);
  }

  @Override
  public PrintStream printf(Locale locale, String format, Object... arguments) {
    return format(locale, format, arguments);
  }

  @Override
  public PrintStream format(String format, Object... arguments) {
    target().format(format, arguments);
    return this;
  }

  @Override
  public PrintStream format(Locale locale, String format, Object... arguments) {
    target().format(locale, format, arguments);
    return this;
  }

  @Override
  public PrintStream append(CharSequence text) {
    target().append(text);
    return this;
  }

  @Override
  public PrintStream append(CharSequence text, int start, int end) {
    target().append(text, start, end);
    return this;
  }

  @Override
  public PrintStream append(char value) {
    target().append(value);
    return this;
  }
}
