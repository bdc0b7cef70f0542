package dev.fray.launch;

/** What came of one test. */
final class Outcome {
  /** In one word. */
  enum Kind {
    PASSED,
    FAILED,
    SKIPPED,
    /** Fray could not do its job. */
    BROKEN,
    /** Not the test of the recording that is replayed. */
    OTHER
  }

  final Target target;
  Kind kind = Kind.PASSED;
  long executions;
  double seconds;
  String message = "";
  /** The report of the failure. */
  String folder = "";
  Throwable failure;

  Outcome(Target target) {
    this.target = target;
  }

  void fail(Throwable error, Kind how) {
    kind = how;
    failure = error;
    message = String.valueOf(error.getMessage());
    for (Throwable beside : error.getSuppressed()) {
      // What fray says, if the message is not a field that it could be added to.
      if (beside instanceof dev.fray.ConcurrencyFailure) {
        message += "\n" + beside.getMessage();
      }
    }
  }

  boolean isBad() {
    return kind == Kind.FAILED || kind == Kind.BROKEN;
  }

  /** For a person. */
  String text() {
    switch (kind) {
      case PASSED:
        return "passed   " + target.name + "  (" + executions + " executions)";
      case SKIPPED:
        return "skipped  " + target.name + "  (" + message + ")";
      case OTHER:
        return "not run  " + target.name;
      default:
        String word = kind == Kind.FAILED ? "FAILED   " : "BROKEN   ";
        String type = failure instanceof dev.fray.ConcurrencyFailure ? "" : failure.getClass().getName() + ": ";
        return word + target.name + "\n    " + (type + message).replace("\n", "\n    ");
    }
  }
}
