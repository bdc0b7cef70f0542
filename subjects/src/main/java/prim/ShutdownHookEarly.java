package prim;

import support.Threads;

/**
 * A shutdown hook reads what a daemon thread was to write: nobody waits for daemons, so the hook may
 * run before.
 */
public class ShutdownHookEarly {
  private volatile boolean saved;

  boolean isDaemon() {
    return true;
  }

  final void run() {
    Runtime.getRuntime()
        .addShutdownHook(Threads.create(() -> Threads.check(saved, "the hook found nothing")));
    Thread writer = Threads.create(() -> saved = true);
    writer.setDaemon(isDaemon());
    writer.start();
  }

  public static void main(String[] args) throws Exception {
    new ShutdownHookEarly().run();
  }
}
