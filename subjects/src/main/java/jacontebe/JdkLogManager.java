package jacontebe;

import java.util.HashSet;
import java.util.Set;
import support.Threads;

/**
 * After the JDK's logging: a static factory registers a new logger with the manager while it holds
 * the class's monitor, and the manager creates loggers while it reads its configuration under its
 * own monitor: deadlock.
 */
public class JdkLogManager {

  /** Made by a static synchronized factory. */
  static final class Logger {
    private final String name;

    private Logger(String name) {
      this.name = name;
    }

    static synchronized Logger create(String name, JdkLogManager manager) {
      Logger logger = new Logger(name);
      manager.register(logger);
      return logger;
    }
  }

  private final Set<String> names = new HashSet<>();

  private synchronized void register(Logger logger) {
    names.add(logger.name);
  }

  final synchronized boolean isConfigured() {
    return names.contains("configured");
  }

  void readConfiguration() {
    synchronized (this) {
      if (!isConfigured()) {
        Logger.create("configured", this);
      }
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(() -> Logger.create("first", this), this::readConfiguration);
  }

  public static void main(String[] args) throws Exception {
    new JdkLogManager().run();
  }
}
