package dev.fray;

import dev.fray.launch.Agent;
import dev.fray.launch.Campaign;
import dev.fray.launch.Settings;
import java.lang.StackWalker.StackFrame;
import java.util.Optional;

/**
 * Runs a piece of code many times, each time under another thread schedule: for test frameworks other
 * than JUnit, and for parts of tests.
 *
 * <pre>{@code
 * Fray.check(() -> { ... });
 * Fray.options().iterations(500).strategy("pct:3").check(() -> { ... });
 * }</pre>
 *
 * <p>The body runs on a thread of its own, and every thread that it starts is controlled with it. All
 * executions share the classes and whatever the body reaches from outside, so it should make the
 * objects that it tests itself. One call at a time is served in a JVM; others wait.
 */
public final class Fray {
  private Fray() {}

  /** A piece of code that may throw. */
  @FunctionalInterface
  public interface Body {
    /** Runs it. */
    void run() throws Throwable;
  }

  /** Runs the body under many schedules; whatever it throws, or a deadlock, is thrown here. */
  public static void check(Body body) {
    options().check(body);
  }

  /** Settings for one call. */
  public static Options options() {
    return new Options();
  }

  /** Settings, and the call. */
  public static final class Options {
    private final Settings settings = new Settings();
    private String name;

    private Options() {}

    /** Executions at most. */
    public Options iterations(int iterations) {
      settings.set("iter", iterations);
      return this;
    }

    /** {@code pos}, {@code random}, {@code pct:3}, {@code dfs} and others. */
    public Options strategy(String strategy) {
      settings.set("strategy", strategy);
      return this;
    }

    /** All schedules are a function of it. */
    public Options seed(long seed) {
      settings.set("seed", Long.toUnsignedString(seed));
      return this;
    }

    /** Stop after this time, such as {@code 30s}. */
    public Options timeLimit(String time) {
      settings.set("time-limit", time);
      return this;
    }

    /** {@code relaxed} or {@code virtual}. */
    public Options time(String mode) {
      settings.set("time", mode);
      return this;
    }

    /** Switch points at plain field accesses too. The agent must have been started with it. */
    public Options memory(boolean memory) {
      settings.set("memory", memory);
      return this;
    }

    /** A recording, or a failure's report folder, to run instead of a search. */
    public Options replay(String recording) {
      settings.set("replay", recording);
      return this;
    }

    /** What reports and recordings call the test; else the calling class and method. */
    public Options name(String name) {
      this.name = name;
      return this;
    }

    /** See {@link Fray#check}. */
    public void check(Body body) {
      if (Agent.controls()) {
        // Under `fray junit` the whole test is an execution already.
        unchecked(body);
        return;
      }
      String test = name != null ? name : caller();
      try {
        new Campaign(test, settings).run(() -> unchecked(body), body.getClass(), false);
      } catch (Campaign.Skipped skipped) {
        System.err.println("fray: " + test + " was not run: " + skipped.getMessage());
      } catch (Throwable error) {
        throw Options.<RuntimeException>sneak(error);
      }
    }

    private static void unchecked(Body body) {
      try {
        body.run();
      } catch (Throwable error) {
        throw Options.<RuntimeException>sneak(error);
      }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T sneak(Throwable error) throws T {
      throw (T) error;
    }

    private static String caller() {
      Optional<StackFrame> caller =
          StackWalker.getInstance()
              .walk(
                  frames ->
                      frames
                          .filter(frame -> !frame.getClassName().startsWith("dev.fray.Fray"))
                          .findFirst());
      return caller.map(f -> f.getClassName() + "#" + f.getMethodName()).orElse("Fray.check");
    }
  }
}
