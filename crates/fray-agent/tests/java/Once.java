import java.nio.file.Files;
import java.nio.file.Path;

/** Fails in the first execution there ever is, and in no other. */
public final class Once {
  private Once() {}

  public static void main(String[] args) throws Exception {
    Path mark = Path.of(args[0]);
    Thread thread = new Thread(() -> {});
    thread.start();
    thread.join();
    if (Files.notExists(mark)) {
      Files.createFile(mark);
      throw new AssertionError("only once");
    }
  }
}
