package dev.fray.launch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The main class of {@code fray junit}: finds tests that know nothing of fray, and runs each of them
 * many times, each time under another thread schedule.
 */
public final class Suite {
  private Suite() {}

  private static final int FAILED = 1;
  private static final int USAGE = 2;
  private static final int BROKEN = 3;

  /** Options first, then classes, {@code Class#method}s or packages; {@code *} means all. */
  public static void main(String[] args) throws Throwable {
    Arguments arguments = Arguments.of(args);
    Agent.demand();
    List<Target> targets;
    try {
      targets = Platform.isThere() ? Platform.find(arguments) : Four.find(arguments);
    } catch (Exception wrong) {
      complain(arguments, why(wrong));
      exit(USAGE);
      return;
    }
    if (targets.isEmpty()) {
      complain(arguments, "JUnit found no test in " + String.join(" ", arguments.selectors));
      exit(USAGE);
    }
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = arguments.share; i < targets.size(); i += arguments.shares) {
      Outcome outcome = run(targets.get(i));
      outcomes.add(outcome);
      boolean news = !arguments.quiet && outcome.kind != Outcome.Kind.OTHER;
      if (news || outcome.isBad()) {
        System.out.println(outcome.text());
      }
    }
    finish(arguments, outcomes);
  }

  /** One of those who share the tests says it for all. */
  private static void complain(Arguments arguments, String message) {
    if (arguments.share == 0) {
      System.err.println("fray: " + message);
    }
  }

  /** What the innermost cause says; JUnit wraps it. */
  private static String why(Throwable error) {
    Throwable cause = error;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return error instanceof IllegalArgumentException
        ? error.getMessage()
        : "JUnit could not find the tests: " + cause;
  }

  private static Outcome run(Target target) {
    Outcome outcome = new Outcome(target);
    Campaign campaign = new Campaign(target.name, new Settings(), target.launch());
    long start = System.nanoTime();
    try {
      Class<?> type = target.type();
      outcome.executions = campaign.run(() -> Launch.inExecution(target.launch), type, true);
    } catch (Campaign.Skipped skipped) {
      outcome.kind = skipped.otherTest ? Outcome.Kind.OTHER : Outcome.Kind.SKIPPED;
      outcome.message = skipped.getMessage();
    } catch (IllegalStateException broken) {
      outcome.fail(broken, Campaign.isBroken(broken) ? Outcome.Kind.BROKEN : Outcome.Kind.FAILED);
    } catch (Throwable failure) {
      outcome.fail(failure, Outcome.Kind.FAILED);
    }
    outcome.folder = campaign.folder();
    outcome.seconds = (System.nanoTime() - start) / 1e9;
    return outcome;
  }

  private static void finish(Arguments arguments, List<Outcome> outcomes) throws IOException {
    outcomes.removeIf(outcome -> outcome.kind == Outcome.Kind.OTHER);
    if (outcomes.isEmpty() && arguments.shares == 1) {
      System.err.println("fray: the recording is of none of these tests");
      exit(USAGE);
    }
    if (arguments.xml != null) {
      Results.writeXml(arguments.xml, outcomes);
    }
    if (arguments.summary != null) {
      Results.writeJson(arguments.summary, outcomes);
    }
    long failed = count(outcomes, Outcome.Kind.FAILED);
    long broken = count(outcomes, Outcome.Kind.BROKEN);
    long skipped = count(outcomes, Outcome.Kind.SKIPPED);
    if (!arguments.quiet && arguments.shares == 1) {
      System.out.println(
          outcomes.size()
              + (outcomes.size() == 1 ? " test: " : " tests: ")
              + (outcomes.size() - failed - broken - skipped)
              + " passed, "
              + failed
              + " failed"
              + (skipped > 0 ? ", " + skipped + " skipped" : "")
              + (broken > 0 ? ", " + broken + " could not be tested" : ""));
    }
    exit(failed > 0 ? FAILED : broken > 0 ? BROKEN : 0);
  }

  private static long count(List<Outcome> outcomes, Outcome.Kind kind) {
    return outcomes.stream().filter(outcome -> outcome.kind == kind).count();
  }

  /** Threads of tests may be left that would keep the JVM. */
  private static void exit(int status) {
    System.out.flush();
    System.exit(status);
  }
}
