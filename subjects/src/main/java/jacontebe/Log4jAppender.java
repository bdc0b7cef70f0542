package jacontebe;

import java.util.ArrayList;
import java.util.List;
import support.Threads;

/**
 * After Log4j: a logger keeps its monitor while it calls its appenders, and an appender keeps its
 * own monitor while it takes itself off the logger. Logging and closing at the same time deadlock.
 */
public class Log4jAppender {

  /** Calls its appenders under its own monitor. */
  static class Logger {
    final List<Appender> appenders = new ArrayList<>();

    void log(String message) {
      synchronized (this) {
        for (Appender appender : appenders) {
          appender.append(message);
        }
      }
    }

    final synchronized void add(Appender appender) {
      appenders.add(appender);
    }

    final synchronized void remove(Appender appender) {
      appenders.remove(appender);
    }
  }

  /** Collects messages until it is closed. */
  static final class Appender {
    private final Logger logger;
    private final List<String> messages = new ArrayList<>();
    private boolean closed;

    Appender(Logger logger) {
      this.logger = logger;
    }

    synchronized void append(String message) {
      if (!closed) {
        messages.add(message);
      }
    }

    synchronized void close() {
      closed = true;
      logger.remove(this);
    }
  }

  static void run(Logger logger) throws InterruptedException {
    Appender appender = new Appender(logger);
    logger.add(appender);
    Threads.runAll(() -> logger.log("message"), appender::close);
  }

  public static void main(String[] args) throws Exception {
    run(new Logger());
  }
}
