import java.io.InputStream;
import java.util.Arrays;

/**
 * Fails unless it is given exactly this: three odd arguments, a system property, a resource
 * beside it, and assertions.
 */
public class Expects {
  public static void main(String[] args) throws Exception {
    check(
        Arrays.equals(args, new String[] {"a b", "", "--iter=3 \"x\""}),
        "arguments " + Arrays.toString(args));
    check("va lue".equals(System.getProperty("fray.test")), "property");
    check(Expects.class.desiredAssertionStatus(), "assertions");
    try (InputStream in = Expects.class.getResourceAsStream("/Expects.class")) {
      check(in != null && in.read() == 0xCA, "resource");
    }
    Thread thread = new Thread(() -> {});
    thread.start();
    thread.join();
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException(what);
    }
  }
}
