package java.lang;

/**
 * Unwinds a thread whose execution is over. Thrown by the hooks only, again and again until the
 * thread has ended. Handlers of the program that catch all errors pass it on: see {@link
 * FrayHooks#caught}.
 */
final class FrayKill extends Error {
  private static final long serialVersionUID = 1L;

  FrayKill() {
    super("the execution is over", null, false, false);
  }
}
