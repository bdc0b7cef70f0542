package prim;

/** {@link DoubleChecked} with a volatile field. */
public final class DoubleCheckedOk extends DoubleChecked {
  private volatile Config config;

  @Override
  Config config() {
    Config seen = config;
    if (seen == null) {
      synchronized (this) {
        seen = config;
        if (seen == null) {
          seen = new Config();
          config = seen;
        }
      }
    }
    return seen;
  }

  public static void main(String[] args) throws Exception {
    new DoubleCheckedOk().run();
  }
}
