package dev.fray.launch;

import java.lang.reflect.InvocationTargetException;

/**
 * Runs one test once, by the JUnit that the calling thread's context class loader finds. The main
 * class of {@code fray junit}, and what each execution of an annotated test calls.
 *
 * <p>JUnit is called by reflection: this must compile without it, and work with any version.
 */
public final class Launch {
  private Launch() {}

  /** {@code five UNIQUE-ID} or {@code four CLASS METHOD}. */
  public static void main(String[] test) throws Throwable {
    run(test);
  }

  /** As {@link #main}, by the class of this name that the execution itself has. */
  public static void inExecution(String... test) {
    try {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      Class<?> own = Class.forName(Launch.class.getName(), true, loader);
      own.getMethod("main", String[].class).invoke(null, (Object) test);
    } catch (InvocationTargetException failed) {
      throw Launch.<RuntimeException>sneak(failed.getCause());
    } catch (ReflectiveOperationException missing) {
      throw new IllegalStateException(missing);
    }
  }

  private static void run(String[] test) throws Throwable {
    Result result =
        test[0].equals("five") ? Platform.run(test[1]) : Four.run(test[1], test[2]);
    if (result.failure != null) {
      throw result.failure;
    }
    if (result.tests == 0 && result.skipped == null) {
      String message = "JUnit did not find the test " + String.join(" ", test);
      tell("broken", message);
      throw new IllegalStateException(message);
    }
    if (result.skipped != null) {
      tell("skip", result.skipped);
    }
  }

  /** Tells the agent, if it is there. */
  private static void tell(String method, String message) throws ReflectiveOperationException {
    Class<?> agent;
    try {
      agent = Class.forName("java.lang.FrayTests", true, null);
    } catch (ClassNotFoundException plainRun) {
      return;
    }
    boolean broken = method.equals("broken");
    if (broken && (Boolean) agent.getMethod("embedded").invoke(null)) {
      return; // the exception tells the framework
    }
    agent.getMethod(method, String.class).invoke(null, message);
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T sneak(Throwable error) throws T {
    throw (T) error;
  }

  /** What JUnit made of the test. */
  static final class Result {
    /** Tests that were run. */
    long tests;
    /** What the first one that failed threw. */
    Throwable failure;
    /** Why it was not run; null if it was. */
    String skipped;
  }
}
