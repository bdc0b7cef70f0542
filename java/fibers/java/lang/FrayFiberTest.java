package java.lang;

import jdk.internal.vm.Continuation;

/**
 * Whether this JVM keeps what the fibers engine rests on: a monitor stays with its thread while that
 * is away, and each thread knows who it is.
 */
final class FrayFiberTest implements Runnable {
  private final Object lock = new Object();
  private boolean kept;

  @Override
  public void run() {
    Thread me = Thread.currentThread();
    if (me.isAlive()) {
      return; // not a fiber
    }
    synchronized (lock) {
      boolean left = FrayFibers.leave(me);
      kept = left && Thread.currentThread() == me && Thread.holdsLock(lock);
    }
  }

  /** The body of the continuation. */
  private static final class Life implements Runnable {
    private final Thread thread;

    Life(Thread thread) {
      this.thread = thread;
    }

    @Override
    public void run() {
      FrayFibers.live(thread);
    }
  }

  /** Called once, so that the JVM need not link such a call in the first execution. */
  static void main(String[] args) {}

  /** The agent looks for the generator of identity hash codes on a fresh thread. */
  private static void startRealThread(Runnable task) {
    Thread thread = new Thread(task, "fray test");
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  static boolean passes() {
    Thread carrier = Thread.currentThread();
    FrayFibers.runOn(carrier);
    FrayFiberTest test = new FrayFiberTest();
    Continuation fiber =
        new Continuation(FrayFibers.SCOPE, new Life(new Thread(test, "fray test")));
    fiber.run();
    boolean apart = Thread.currentThread() == carrier && !Thread.holdsLock(test.lock);
    fiber.run();
    startRealThread(test);
    return apart && test.kept && fiber.isDone() && Thread.currentThread() == carrier;
  }
}
