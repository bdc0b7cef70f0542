package prim;

import support.Threads;

/**
 * Double-checked locking on a field that is not volatile: the first look at it races with its
 * writing, and may see a reference to an object that is not built yet. No schedule shows that, a
 * race detector does.
 */
public class DoubleChecked {

  /** What is created on demand. */
  static final class Config {
    int size = 3;
  }

  private Config config;

  Config config() {
    if (config == null) {
      synchronized (this) {
        if (config == null) {
          config = new Config();
        }
      }
    }
    return config;
  }

  private void use() {
    int size = config().size;
    assert size == 3;
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::use, this::use);
  }

  public static void main(String[] args) throws Exception {
    new DoubleChecked().run();
  }
}
