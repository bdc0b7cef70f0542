package drivers;

/** Starts threads and waits for them; what one of them throws ends the driver. */
final class Threads {
  private Threads() {}

  /** A body that may throw. */
  interface Body {
    void run() throws Exception;
  }

  static Thread start(String name, Body body) {
    Thread thread =
        new Thread(
            () -> {
              try {
                body.run();
              } catch (Exception error) {
                throw new AssertionError(name + " failed: " + error, error);
              }
            },
            name);
    thread.start();
    return thread;
  }

  static void join(Thread... threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Whether the driver is to do what its comment calls wrong. */
  static boolean planted(String[] args) {
    return args.length > 0 && args[0].equals("planted");
  }
}
