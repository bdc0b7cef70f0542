package dev.fray;

/** A failure that is not an exception of the test: a deadlock, a livelock, an exit of the JVM. */
public final class ConcurrencyFailure extends AssertionError {
  private static final long serialVersionUID = 1L;

  /** With what happened. */
  public ConcurrencyFailure(String message) {
    super(message);
    setStackTrace(new StackTraceElement[0]); // ours would say nothing; the report has all threads'
  }
}
