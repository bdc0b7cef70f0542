package java.lang;

/**
 * Campaigns that tests ask for, in a JVM that belongs to a test framework: the entrance of {@code
 * dev.fray}, which calls it by reflection, since it is there only while the agent is.
 *
 * <p>One campaign at a time: whoever comes meanwhile waits. The threads of the framework, and of
 * tests that it runs at the same time, are not controlled.
 */
public final class FrayTests {
  private FrayTests() {}

  /** Parts of the result of {@link #check}, besides the exception at its end. */
  private static final int WORDS = 10;

  /** Known to the agent, too. */
  private static final String CARRIER = "fray carrier";

  private static final Object ONE_AT_A_TIME = new Object();
  private static boolean linked;
  private static boolean hasFibers;

  /** Whether the agent waits for tests to ask. */
  public static boolean embedded() {
    return !FrayCore.launches();
  }

  /** Whether the calling thread belongs to an execution. */
  public static boolean controlled() {
    return FrayHooks.active && FrayThreads.id(Thread.currentThread()) != 0;
  }

  /** Called within an execution: the test does not want to be run, and why. */
  public static void skip(String message) {
    FrayCore.skip(message == null || message.isEmpty() ? "skipped" : message);
  }

  /** Fray cannot do its job: ends the JVM. */
  public static void broken(String message) {
    FrayCore.broken(message);
  }

  /**
   * Runs the body again and again, each time under another schedule.
   *
   * @param program main class and arguments that run the test once, for recordings; may be null
   * @param framework whether the body calls a test framework, which calls the test
   * @param fresh a class of the test if each execution shall have its own classes, else null; the
   *     body finds them through its thread's context class loader
   * @param again how a person runs the test again, with {@code {recording}} in it
   * @return what is wrong with fray itself; the failure's message, folder, replay command and
   *     iteration; executions; seed; whether the failure was replayed; why the test was not run;
   *     what else to know of the failure; then the exception that the test ended with. Empty or null where there is none.
   */
  public static Object[] check(
      Runnable body,
      String name,
      String options,
      String again,
      String[] program,
      boolean assertions,
      boolean framework,
      Class<?> fresh,
      ClassLoader loader)
      throws ReflectiveOperationException {
    if (controlled()) {
      throw new IllegalStateException("a test under fray's control cannot start another one");
    }
    synchronized (ONE_AT_A_TIME) {
      if (!linked) {
        FrayCore.link();
        Probe probe = new Probe();
        probe.start();
        FrayExecution.join(probe);
        hasFibers = probe.hasFibers;
        linked = true;
      }
      String wrong =
          FrayCore.embed(
              FrayExecution.jdk(),
              assertions,
              hasFibers,
              name,
              options,
              again,
              program);
      if (wrong != null) {
        Object[] result = new Object[WORDS + 1];
        result[0] = wrong;
        return result;
      }
      if (!FrayCore.usesFibers()) {
        return campaign(body, framework, fresh, loader);
      }
      Carrier carrier = new Carrier(body, framework, fresh, loader);
      carrier.start();
      FrayExecution.join(carrier);
      if (carrier.error != null) {
        FrayThreads.U.throwException(carrier.error);
      }
      return carrier.result;
    }
  }

  /**
   * A thread for fibers. They cannot run on the framework's: when one of them is left, the JVM puts away
   * all monitors that the real thread has, and the framework may have any.
   */
  private static final class Carrier extends Thread {
    private final Runnable body;
    private final boolean framework;
    private final Class<?> fresh;
    private final ClassLoader loader;
    private Object[] result;
    private Throwable error;

    Carrier(Runnable body, boolean framework, Class<?> fresh, ClassLoader loader) {
      super(CARRIER);
      this.body = body;
      this.framework = framework;
      this.fresh = fresh;
      this.loader = loader;
    }

    @Override
    public void run() {
      try {
        result = campaign(body, framework, fresh, loader);
      } catch (Throwable thrown) {
        error = thrown;
      }
    }
  }

  /** Finds out, on such a thread, whether there are fibers. */
  private static final class Probe extends Thread {
    private boolean hasFibers;

    Probe() {
      super(CARRIER);
    }

    @Override
    public void run() {
      hasFibers = FrayEngine.hasFibers();
    }
  }

  private static Object[] campaign(
      Runnable body, boolean framework, Class<?> fresh, ClassLoader loader)
      throws ReflectiveOperationException {
    FrayIsolation isolation = fresh == null ? null : FrayIsolation.of(fresh, true);
    Throwable error = null;
    boolean isShown = false;
    java.util.Properties properties = System.getProperties();
    FrayTools.warm(isolation == null ? loader : isolation.embeddedLoader());
    if (FrayCore.warmUp() > 0) {
      FrayWarmUp.run(
          isolation == null ? loader : isolation.embeddedLoader(), body, FrayCore.warmUp());
    }
    FrayReset.rememberEmbedded();
    if (isolation != null) {
      FrayLeftovers.rememberEmbedded();
    }
    FrayDispatch.install();
    try {
      while (FrayCore.next()) {
        ClassLoader own = isolation == null ? loader : isolation.embeddedLoader();
        FrayReset.apply(FrayCore.seed());
        if (isolation != null) {
          FrayLeftovers.clearEmbedded();
        }
        FrayDispatch.begin();
        // A copy each time: what one execution sets is not for the next, nor for the framework.
        System.setProperties((java.util.Properties) properties.clone());
        FrayExecution.run(own, new Body(body, framework));
        // That of the first failure as it is shown: others may follow.
        if (FrayFailures.last != null && !isShown) {
          error = FrayFailures.last;
          isShown = FrayCore.wantsLabels();
        }
        FrayExecution.book();
        FrayShutdown.forget();
        FrayDispatch.show(FrayCore.takeShown());
      }
    } finally {
      FrayHooks.active = false;
      System.setProperties(properties);
      FrayDispatch.remove();
      FrayReset.restoreEmbedded();
      if (isolation != null) {
        FrayLeftovers.restoreEmbedded();
      }
      FrayShutdown.forget();
      FrayCore.finish(null);
    }
    Object[] result = new Object[WORDS + 1];
    System.arraycopy(FrayCore.verdict(), 0, result, 0, WORDS);
    result[WORDS] = error;
    FrayFailures.last = null;
    return result;
  }

  /**
   * Makes an exception say more, if its message is the one that it was made with: {@code getMessage}
   * may be anybody's. Whether it does.
   */
  public static boolean append(Throwable error, String words) {
    String before = error.getMessage();
    long offset = FrayThreads.U.objectFieldOffset(Throwable.class, "detailMessage");
    Object field = FrayThreads.U.getReference(error, offset);
    if (before != field) {
      return false;
    }
    String after = (before == null ? "" : before + "\n") + words;
    FrayThreads.U.putReference(error, offset, after);
    return true;
  }

  /** The main thread of an execution: whatever the test throws is a failure. */
  private static final class Body implements Runnable {
    private final Runnable body;
    private final boolean framework;

    Body(Runnable body, boolean framework) {
      this.body = body;
      this.framework = framework;
    }

    @Override
    public void run() {
      if (framework) {
        FrayHooks.quietEnter(); // until it calls the test: see FrayToolHooks
      }
      try {
        body.run();
      } catch (FrayKill over) {
        throw over;
      } catch (Throwable error) {
        int me = FrayThreads.id(Thread.currentThread());
        if (!FrayCore.over()) {
          FrayFailures.report(me, error);
        }
      }
    }
  }
}
