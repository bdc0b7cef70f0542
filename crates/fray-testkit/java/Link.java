import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Links classes without running them and prints one line per class that does not link.
 *
 * <p>"pack FILE" links the classes of a pack (see Pack) in a loader of their own. "names FILE" links
 * classes of the JDK. The last line is "linked" with the number of classes that did.
 */
final class Link {
  private static int linked;

  public static void main(String[] args) throws Exception {
    if (args[0].equals("pack")) {
      PackLoader loader = new PackLoader(Path.of(args[1]));
      for (String name : loader.classes.keySet()) {
        link(name, loader);
      }
    } else {
      for (String name : Files.readAllLines(Path.of(args[1]))) {
        link(name, ClassLoader.getSystemClassLoader());
      }
    }
    System.out.println("linked " + linked);
  }

  private static void link(String name, ClassLoader loader) {
    try {
      // Asking for the methods links the class (HotSpot's JVM_GetClassDeclaredMethods) and does not
      // initialise it; with verification on, linking verifies.
      Class.forName(name, false, loader).getDeclaredMethods();
      linked++;
    } catch (Throwable e) {
      String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      System.out.println(name + "\t" + e.getClass().getName() + "\t" + message);
    }
  }

  private static final class PackLoader extends ClassLoader {
    final Map<String, byte[]> classes = new LinkedHashMap<>();

    PackLoader(Path pack) throws IOException {
      super(ClassLoader.getPlatformClassLoader());
      InputStream file = new BufferedInputStream(Files.newInputStream(pack), 1 << 20);
      try (DataInputStream in = new DataInputStream(file)) {
        while (true) {
          try {
            in.readUTF();
          } catch (EOFException end) {
            return;
          }
          String name = in.readUTF().replace('/', '.');
          byte[] bytes = new byte[in.readInt()];
          in.readFully(bytes);
          if (!name.endsWith("module-info")) {
            classes.putIfAbsent(name, bytes);
          }
        }
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
