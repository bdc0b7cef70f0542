import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Links classes without running them and writes one line per class that does not link.
 *
 * <p>Arguments: a file with the names of the classes, a file for the result and, if the JVM does not
 * find the classes by itself, a pack (see Pack), which gets a loader of its own. The last line of the
 * result is "linked" with the number of classes that did, and whether fray's agent was there.
 */
final class Link {
  private static final StringBuilder RESULT = new StringBuilder();
  private static int linked;

  public static void main(String[] args) throws Exception {
    ClassLoader loader =
        args.length > 2 ? new PackLoader(Path.of(args[2])) : ClassLoader.getSystemClassLoader();
    for (String name : Files.readAllLines(Path.of(args[0]))) {
      link(name, loader);
    }
    RESULT.append("linked\t").append(linked).append('\t').append(hasAgent()).append('\n');
    Files.writeString(Path.of(args[1]), RESULT);
  }

  private static boolean hasAgent() {
    try {
      Class.forName("java.lang.FrayHooks", false, null);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static void link(String name, ClassLoader loader) {
    try {
      // Asking for the methods links the class (HotSpot's JVM_GetClassDeclaredMethods) and does not
      // initialise it; with verification on, linking verifies.
      Class.forName(name, false, loader).getDeclaredMethods();
      linked++;
    } catch (Throwable e) {
      String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      RESULT.append(name).append('\t').append(e.getClass().getName());
      RESULT.append('\t').append(message).append('\n');
    }
  }

  private static final class PackLoader extends ClassLoader {
    private final Map<String, byte[]> classes = new HashMap<>();

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
          classes.putIfAbsent(name, bytes);
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
