package prim;

import support.Threads;

/**
 * A thread that asks for the end of the program holds a lock which a shutdown hook needs: the hook
 * waits for the lock, and the thread for the hook.
 */
public class ShutdownHookLock {
  private final Object lock = new Object();
  private boolean broken;

  private void flush() {
    synchronized (lock) {
      broken = false;
    }
  }

  /** Called with the lock. */
  void giveUp() {
    System.exit(0);
  }

  /** Called without it. */
  void leave() {}

  final void run() {
    Runtime.getRuntime().addShutdownHook(Threads.create(this::flush));
    Threads.start(
        () -> {
          synchronized (lock) {
            broken = true;
          }
        });
    synchronized (lock) {
      if (broken) {
        giveUp();
      }
    }
    leave();
  }

  public static void main(String[] args) throws Exception {
    new ShutdownHookLock().run();
  }
}
