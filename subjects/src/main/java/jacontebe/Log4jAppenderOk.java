package jacontebe;

import java.util.List;

/** {@link Log4jAppender} that calls a copy of the appenders, outside the logger's monitor. */
public final class Log4jAppenderOk {

  private static final class CopyingLogger extends Log4jAppender.Logger {
    @Override
    void log(String message) {
      List<Log4jAppender.Appender> copy;
      synchronized (this) {
        copy = List.copyOf(appenders);
      }
      for (Log4jAppender.Appender appender : copy) {
        appender.append(message);
      }
    }
  }

  private Log4jAppenderOk() {}

  public static void main(String[] args) throws Exception {
    Log4jAppender.run(new CopyingLogger());
  }
}
