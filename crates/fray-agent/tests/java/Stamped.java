import java.io.File;

/** Decides by the time stamp of a file, which it changes, which lock to take. */
public class Stamped {
  private static final Object EVEN = new Object();
  private static final Object ODD = new Object();
  private static volatile int entered;

  public static void main(String[] args) throws Exception {
    File file = new File("stamp");
    file.createNewFile();
    long seconds = file.lastModified() / 1000;
    file.setLastModified((seconds + 1) * 1000);
    Thread other = new Thread(Stamped::both);
    other.start();
    other.join();
    if (seconds % 2 == 0) {
      synchronized (EVEN) {
        entered++;
      }
    } else {
      synchronized (ODD) {
        entered++;
      }
    }
  }

  private static void both() {
    synchronized (EVEN) {
      synchronized (ODD) {
        entered++;
      }
    }
  }
}
