import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Fails if it is the first to run: a file tells. Writes down that it ran. */
public class Warms {
  public static void main(String[] args) throws Exception {
    Path runs = Path.of(args[0]);
    boolean first = !Files.exists(runs);
    Files.writeString(runs, "x", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    Thread thread = new Thread(() -> {});
    thread.start();
    thread.join();
    if (first) {
      System.out.println("first");
      throw new IllegalStateException("nothing is there");
    }
  }
}
