package support;

/** The few lines that every subject needs: start threads, join them, state what must hold. */
public final class Threads {

  /**
   * The body of a thread. Whatever it throws, checked or not, is an uncaught exception of that
   * thread.
   */
  @FunctionalInterface
  public interface Body {
    void run() throws Exception;
  }

  private Threads() {}

  /** Starts one thread per body, in the given order, and joins them all. */
  public static void runAll(Body... bodies) throws InterruptedException {
    Thread[] threads = new Thread[bodies.length];
    for (int i = 0; i < bodies.length; i++) {
      threads[i] = start(bodies[i]);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Starts a thread and leaves the joining to the caller. */
  public static Thread start(Body body) {
    Thread thread = create(body);
    thread.start();
    return thread;
  }

  /** A thread that is not started yet. */
  public static Thread create(Body body) {
    return new BodyThread(body);
  }

  /**
   * Fails when the condition does not hold, whether or not assertions are enabled. The message is a
   * constant in all subjects, so that building it reads no shared state.
   */
  public static void check(boolean holds, String message) {
    if (!holds) {
      throw new AssertionError(message);
    }
  }

  private static final class BodyThread extends Thread {
    private final Body body;

    BodyThread(Body body) {
      this.body = body;
    }

    @Override
    public void run() {
      try {
        body.run();
      } catch (Exception e) {
        throw Threads.<RuntimeException>asUnchecked(e);
      }
    }
  }

  /** Lets a checked exception leave {@code run()} as it is, without a wrapper around it. */
  @SuppressWarnings("unchecked")
  private static <E extends Exception> E asUnchecked(Exception e) throws E {
    throw (E) e;
  }
}
