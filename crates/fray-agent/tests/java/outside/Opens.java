import java.io.FileInputStream;

/**
 * A static initialiser waits for a thread that is in a native call of the system's: it opens a pipe with a name, which
 * takes until somebody else opens the other end. Not a deadlock, although all threads of the program are blocked.
 */
public final class Opens {

  private static volatile Thread opener;

  /** Waits for the thread in its static initialiser. */
  private static final class Waiting {
    static {
      try {
        opener.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    static void touch() {}
  }

  private Opens() {}

  private static void open(String pipe) {
    try (FileInputStream in = new FileInputStream(pipe)) {
      in.read();
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    opener = new Thread(() -> open(args[0]), "opener");
    Thread waiting = new Thread(Waiting::touch, "waiting");
    opener.start();
    waiting.start();
    opener.join();
    waiting.join();
  }
}
