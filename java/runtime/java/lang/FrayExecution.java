package java.lang;

/** One execution, from the first step of its main thread to the end of its last thread. */
final class FrayExecution {
  private FrayExecution() {}

  /** The thread that has the execution made, which is none of the program's. */
  static Thread conductor;

  /** The JDK, for reports and recordings. */
  static String jdk() {
    return System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")";
  }

  /** Runs the planned execution on a new controlled thread; {@link #book} must follow. */
  static void run(ClassLoader loader, Runnable body) {
    Thread main = new Thread(body, "main");
    main.setContextClassLoader(loader);
    main.setDaemon(false);
    FrayFailures.last = null;
    conductor = Thread.currentThread();
    int mode = FrayCore.begin();
    FrayEngine.fibers = mode == FrayCore.ON_THREADS ? null : FrayFiberLoader.ENGINE;
    FrayEngine.careful = mode == FrayCore.CAREFULLY;
    FrayThreads.registerMain(main);
    FrayHooks.active = true;
    if (FrayEngine.fibers != null) {
      FrayEngine.fibers.execute(main);
    } else {
      main.start();
    }
    while (!FrayCore.awaitEnd()) {
      FrayClassWaits.look();
    }
    FraySettings.restoreManager();
    if (FrayCore.wantsLabels()) {
      FrayLabels.sendThreads();
      FrayLabels.sendObjects();
    }
    if (FrayEngine.fibers != null) {
      FrayEngine.fibers.tearDown();
    } else {
      FrayCore.tearDown();
      if (FrayCore.ended(1)) { // else it could not be ended, and would be waited for in vain
        join(main);
      }
    }
    FrayHooks.active = false;
    FrayEngine.fibers = null;
    FrayEngine.careful = false;
  }

  /** Waits for the end of a thread, whoever interrupts. */
  static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException later) {
        interrupted = true; // by a framework that wants its thread back
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Books what came of it and forgets its threads and objects. */
  static void book() {
    FrayCore.book();
    FrayObjects.clear();
    FrayThreads.clear();
  }
}
