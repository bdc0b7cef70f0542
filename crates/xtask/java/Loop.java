import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** What fray is compared with: calls a program's main again and again, as a person would. */
public class Loop {
  /** Arguments: folder with the classes, main class, how often, whether with fresh classes. */
  public static void main(String[] args) throws Exception {
    URL[] path = {Path.of(args[0]).toUri().toURL()};
    int count = Integer.parseInt(args[2]);
    boolean reload = Boolean.parseBoolean(args[3]);
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    Method main = null;
    for (int i = 0; i < count; i++) {
      if (main == null || reload) {
        ClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
        main = loader.loadClass(args[1]).getMethod("main", String[].class);
      }
      main.invoke(null, (Object) new String[0]);
    }
  }
}
