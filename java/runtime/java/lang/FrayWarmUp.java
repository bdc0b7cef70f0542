package java.lang;

/**
 * The program once without control, before the first execution: real threads, real time, and nobody
 * looks at what comes of it. Only what the JVM and the outside remember of it is wanted.
 */
final class FrayWarmUp {
  private FrayWarmUp() {}

  /** How long threads may take to end when the program has: most do so at once. */
  private static final long GRACE_NANOS = 200_000_000;

  private static volatile boolean exited;

  /** Returns when the program's threads have ended, or its time is up. */
  static void run(ClassLoader loader, Runnable body, long limitNanos) {
    Thread[] before = threads();
    Thread main = new Thread(body, "main");
    main.setContextClassLoader(loader);
    exited = false;
    long begun = System.nanoTime();
    FrayHooks.warming = true;
    main.start();
    while (!exited && left(before, false) > 0 && System.nanoTime() - begun < limitNanos) {
      nap();
    }
    FrayHooks.warming = false;
    if (!exited && left(before, false) > 0) {
      FrayCore.uncontrolled("the warm-up, which did not come to its end");
      return;
    }
    long ended = System.nanoTime();
    while (left(before, true) > 0) {
      if (System.nanoTime() - ended > GRACE_NANOS) {
        FrayCore.uncontrolled("threads that the warm-up has left running");
        return;
      }
      nap();
    }
  }

  private static void nap() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException sooner) {
      // by whom? there is nothing to be done about it
    }
  }

  /** The program ends the JVM: only the thread that says so is at hand. */
  static void exit() {
    exited = true;
    throw new FrayKill();
  }

  private static int left(Thread[] before, boolean daemons) {
    int count = 0;
    for (Thread thread : threads()) {
      boolean counts = thread != null && thread.isAlive() && (daemons || !thread.isDaemon());
      for (Thread old : before) {
        counts &= thread != old;
      }
      count += counts ? 1 : 0;
    }
    return count;
  }

  private static Thread[] threads() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    Thread[] all = new Thread[group.activeCount() + 64];
    group.enumerate(all);
    return all;
  }
}
