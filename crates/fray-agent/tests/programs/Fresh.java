import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Finds the JDK as in a new JVM, and leaves something in each of its static fields. */
public class Fresh {
  public interface CountMBean {
    int getCount();
  }

  public static final class Count implements CountMBean {
    @Override
    public int getCount() {
      return 1;
    }
  }

  private static final class NoDriver implements Driver {
    @Override
    public Connection connect(String url, Properties info) {
      return null;
    }

    @Override
    public boolean acceptsURL(String url) {
      return false;
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
      return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
      return 1;
    }

    @Override
    public int getMinorVersion() {
      return 0;
    }

    @Override
    public boolean jdbcCompliant() {
      return false;
    }

    @Override
    public Logger getParentLogger() {
      return null;
    }
  }

  public static void main(String[] args) throws Exception {
    assert System.getProperty("fray.fresh") == null : "a property is left";
    System.setProperty("fray.fresh", "no");
    System.clearProperty("java.vendor");

    assert Thread.getDefaultUncaughtExceptionHandler() == null : "a handler is left";
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> {});

    assert DriverManager.drivers().count() == 0 : "a driver is left";
    DriverManager.registerDriver(new NoDriver());

    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName("fray:type=Count");
    assert !server.isRegistered(name) : "a bean is left";
    server.registerMBean(new Count(), name);

    Runtime.getRuntime().addShutdownHook(new Thread(Fresh::hook));
    Thread thread = new Thread(() -> {});
    thread.start();
    thread.join();
  }

  private static final AtomicBoolean ran = new AtomicBoolean();

  /** Hooks run in the execution that adds them, and in no other. */
  private static void hook() {
    assert !ran.getAndSet(true) : "a hook is left";
  }
}
