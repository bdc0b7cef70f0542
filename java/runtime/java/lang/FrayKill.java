package java.lang;

/**
 * Unwinds a thread whose execution is over. Thrown by the hooks only, again and again until the
 * thread has ended, so that catch-all blocks cannot keep it alive.
 */
final class FrayKill extends Error {
  private static final long serialVersionUID = 1L;

  FrayKill() {
    super("the execution is over", null, false, false);
  }
}
