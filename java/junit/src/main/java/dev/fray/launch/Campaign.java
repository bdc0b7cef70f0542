package dev.fray.launch;

import dev.fray.ConcurrencyFailure;

/** One test, many executions, and what came of them as a test framework wants it. */
public final class Campaign {
  /** How the agent says that a recording is of another test. */
  private static final String OTHER = "other test: ";

  private final String name;
  private final Settings settings;
  private final String[] program;
  private String report = "";

  /** The test's name, such as {@code com.acme.BankTest#transfers}. */
  public Campaign(String name, Settings settings) {
    this(name, settings, null);
  }

  /** With the main class and arguments that run the test once, if a program can. */
  Campaign(String name, Settings settings, String[] program) {
    this.name = name;
    this.settings = settings;
    this.program = program;
  }

  /** How a person runs the test again; the build plugin says which of these it is. */
  private static String again(String name) {
    String build = System.getProperty("fray.build", "");
    String test = name.contains("#") ? name : "";
    switch (build) {
      case "maven":
        return "mvn test -Dtest='" + test + "' -Dfray.replay={recording}";
      case "maven-suite":
        return "mvn fray:test -Dfray.replay={recording}";
      case "command":
        return "fray replay {recording}";
      case "gradle":
        // The class is enough, and by a method some of JUnit's runners find nothing.
        return gradle() + " --tests '" + test.replaceAll("#.*", "") + "' -Pfray.replay={recording}";
      case "gradle-suite":
        return gradle() + " -Pfray.replay={recording}";
      default:
        return "run " + name + " again with -Dfray.replay={recording}";
    }
  }

  private static String gradle() {
    return "gradle " + System.getProperty("fray.task", "test");
  }

  /** A test that shall not be run, and why; each framework has its own exception for that. */
  public static final class Skipped extends Exception {
    private static final long serialVersionUID = 1L;

    /** Whether there is a recording to be replayed, of another test. */
    final boolean otherTest;

    Skipped(String message, boolean otherTest) {
      super(message);
      this.otherTest = otherTest;
    }
  }

  /**
   * Runs it. With a framework, the body calls that, and finds it through its thread's context class
   * loader: so each execution can have its own classes. How many executions there were.
   */
  public long run(Runnable body, Class<?> test, boolean framework) throws Throwable {
    Agent.demand();
    Object[] result =
        (Object[])
            Agent.call(
                "check",
                body,
                name,
                settings.pairs(),
                again(name),
                program,
                test.desiredAssertionStatus(),
                framework,
                framework && settings.isolated() ? test : null,
                Thread.currentThread().getContextClassLoader());
    String trouble = (String) result[0];
    String folder = (String) result[2];
    String skipped = (String) result[8];
    if (trouble != null && trouble.startsWith(OTHER)) {
      throw new Skipped(trouble.substring(OTHER.length()), true);
    }
    if (skipped != null && !skipped.isEmpty()) {
      throw new Skipped(skipped, false);
    }
    if (folder != null && !folder.isEmpty()) {
      report = folder;
      throw failure(result);
    }
    if (trouble != null && !trouble.isEmpty()) {
      throw new IllegalStateException(BROKEN + trouble);
    }
    return Long.parseLong((String) result[5]);
  }

  /** Where the report of the failure is; empty if there is none. */
  String folder() {
    return report;
  }

  private static final String BROKEN = "fray: ";

  /** Whether it is fray that could not do its job, and not the test. */
  static boolean isBroken(IllegalStateException error) {
    return String.valueOf(error.getMessage()).startsWith(BROKEN);
  }

  private static Throwable failure(Object[] result) {
    String note = (String) result[9];
    String words =
        "\nFound by fray in execution "
            + (Long.parseLong((String) result[4]) + 1)
            + " with seed "
            + result[6]
            + ("true".equals(result[7]) ? "" : ", and could not be replayed")
            + "."
            + (note.isEmpty() ? "" : "\n" + note)
            + "\nReport: "
            + result[2]
            + "\nReplay: "
            + result[3];
    Throwable error = (Throwable) result[10];
    if (error == null) {
      return new ConcurrencyFailure(result[1] + words);
    }
    if (!(Boolean) Agent.call("append", error, words.trim())) {
      error.addSuppressed(new ConcurrencyFailure(words.trim()));
    }
    return error;
  }
}
