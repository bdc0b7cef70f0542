package jacontebe;

/** {@link JdkSynchronizedMap} that iterates under the map's own monitor. */
public final class JdkSynchronizedMapOk extends JdkSynchronizedMap {

  @Override
  void addLengths() {
    synchronized (map) {
      super.addLengths();
    }
  }

  public static void main(String[] args) throws Exception {
    new JdkSynchronizedMapOk().run();
  }
}
