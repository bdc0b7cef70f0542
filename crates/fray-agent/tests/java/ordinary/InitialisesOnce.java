import java.util.concurrent.atomic.AtomicInteger;

/**
 * Fails in every execution, after a thread of it has needed a class whose static initialiser takes a lock: a place
 * where another thread may be chosen, if it is run in every execution.
 */
public final class InitialisesOnce {
  private static final Object LOCK = new Object();

  private InitialisesOnce() {}

  /** Takes a lock in its static initialiser. */
  private static final class Registered {
    static {
      synchronized (LOCK) {
        LOCK.notifyAll();
      }
    }

    static void touch() {}
  }

  public static void main(String[] args) {
    AtomicInteger steps = new AtomicInteger();
    new Thread(Registered::touch).start();
    for (int i = 0; i < 3; i++) {
      steps.incrementAndGet();
    }
    throw new AssertionError("always");
  }
}
