import java.io.File;
import java.io.IOException;

/**
 * A thread that gets no turn in an execution runs none of its code at the end of it either. What it does is kept
 * in a file, to be seen by the next execution.
 */
public class GetsNoTurn {
  static final File DONE = new File(System.getProperty("java.io.tmpdir"), "done-by-daemon");
  static final File NOT_DONE = new File(System.getProperty("java.io.tmpdir"), "not-done-by-daemon");

  public static void main(String[] args) throws IOException {
    boolean late = DONE.exists() && NOT_DONE.exists();
    DONE.delete();
    NOT_DONE.delete();
    if (late) {
      throw new AssertionError("the daemon of the execution before ran when that was over");
    }
    Thread daemon = new Thread(GetsNoTurn::act);
    daemon.setDaemon(true);
    daemon.start();
    if (!DONE.exists()) {
      NOT_DONE.createNewFile();
    }
    Runtime.getRuntime().halt(0);
  }

  private static void act() {
    try {
      DONE.createNewFile();
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }
}
