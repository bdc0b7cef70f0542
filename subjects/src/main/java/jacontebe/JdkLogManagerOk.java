package jacontebe;

/** {@link JdkLogManager} that creates loggers outside the manager's monitor. */
public final class JdkLogManagerOk extends JdkLogManager {

  @Override
  void readConfiguration() {
    if (!isConfigured()) {
      Logger.create("configured", this);
    }
  }

  public static void main(String[] args) throws Exception {
    new JdkLogManagerOk().run();
  }
}
