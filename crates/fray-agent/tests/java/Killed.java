import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * If the threads come in one certain order it writes down its process number and goes on for ever, but
 * where a file named "go" is: there it fails.
 */
public class Killed {
  private static volatile int place;
  private static volatile int order;

  public static void main(String[] args) throws Exception {
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      int number = i;
      threads[i] =
          new Thread(
              () -> {
                synchronized (Killed.class) {
                  order = order * 10 + number;
                  place++;
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (order == 2031) {
      Files.writeString(Path.of("pid"), ProcessHandle.current().pid() + "\n");
      while (!new File("go").exists()) {
        // No switch point: the execution stands still.
      }
      throw new IllegalStateException("here again");
    }
  }
}
