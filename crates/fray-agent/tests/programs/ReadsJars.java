import java.io.InputStream;
import java.net.URL;
import java.util.Enumeration;

/** Looks for resources in jars, which class loaders keep open beyond the end of an execution. */
public class ReadsJars {
  private static volatile int step;

  public static void main(String[] args) throws Exception {
    Thread other = new Thread(() -> step = 1);
    other.start();
    step = 2;
    int found = 0;
    Enumeration<URL> manifests =
        ReadsJars.class.getClassLoader().getResources("META-INF/MANIFEST.MF");
    while (manifests.hasMoreElements()) {
      try (InputStream in = manifests.nextElement().openStream()) {
        found += in.readAllBytes().length > 0 ? 1 : 0;
      }
    }
    if (found < 2) {
      throw new AssertionError("only " + found + " manifests");
    }
    step = 3;
    other.join();
  }
}
