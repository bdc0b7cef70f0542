import java.io.ByteArrayOutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ResourceBundle;
import java.util.ServiceLoader;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;

/**
 * What programs do with their class path, with class loaders and with loggers. Fails with an assertion
 * unless all of it is as in a new JVM, and otherwise if it loses an update.
 */
public class Whole {
  private static int runs;
  private static volatile int count;

  /** A service. */
  public interface Service {
    int get();
  }

  /** Its provider. */
  public static class Provider implements Service {
    private static int made;

    public Provider() {
      made++;
    }

    @Override
    public int get() {
      return made;
    }
  }

  public static void main(String[] args) throws Exception {
    check(++runs == 1, "classes");
    check(p.Version.get().equals("17"), "the jar is of several releases");
    for (Service service : ServiceLoader.load(Service.class)) {
      check(service.get() == 1, "service");
    }
    check(Provider.made == 1, "a service was found");
    check(ResourceBundle.getBundle("words").getString("key").equals("value"), "bundle");
    ownLoader();
    loggers();
    check(System.getProperty("left") == null, "property");
    System.setProperty("left", "behind");
    String line = "x".repeat(1023);
    for (int kilobytes = Integer.getInteger("kilobytes", 0); kilobytes > 0; kilobytes--) {
      System.out.println(line);
    }
    Thread thread = new Thread(() -> count++);
    thread.start();
    count++;
    thread.join();
    if (args.length > 0) {
      Thread other = new Thread(Whole::spin);
      other.start();
      System.exit(count == 2 ? 0 : 9);
    }
    if (count != 2) {
      throw new IllegalStateException("an update was lost");
    }
  }

  private static void spin() {
    while (count != 0) {
      Thread.yield();
    }
  }

  private static void ownLoader() throws Exception {
    URL here = Whole.class.getProtectionDomain().getCodeSource().getLocation();
    ClassLoader parent = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader own = new URLClassLoader(new URL[] {here}, parent)) {
      Class<?> type = own.loadClass("Whole$Provider");
      check(type != Provider.class && type.getClassLoader() == own, "own loader");
      type.getConstructor().newInstance();
    }
  }

  private static void loggers() throws Exception {
    Logger logger = Logger.getLogger("whole");
    check(logger.getLevel() == null && logger.getHandlers().length == 0, "logger");
    check(logger.getParent().getHandlers().length == 1, "root logger");
    logger.setLevel(Level.FINE);
    logger.setUseParentHandlers(false);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StreamHandler handler = new StreamHandler(out, new SimpleFormatter());
    logger.addHandler(handler);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<?> one = pool.submit(() -> logger.info("one"));
    Future<?> two = pool.submit(() -> logger.info("two"));
    one.get();
    two.get();
    pool.shutdown();
    handler.flush();
    check(out.toString().contains("one") && out.toString().contains("two"), "messages");
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
