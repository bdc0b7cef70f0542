package java.lang;

import jdk.internal.misc.Unsafe;

/** Turns an exception that ends an execution into what the report needs. */
final class FrayFailures {
  private FrayFailures() {}

  static final Thread.UncaughtExceptionHandler SILENT =
      new Thread.UncaughtExceptionHandler() {
        @Override
        public void uncaughtException(Thread thread, Throwable error) {}
      };

  private static final Unsafe U = FrayThreads.U;

  /** The exception that ended the execution, if one did. */
  static Throwable last;

  private static final long HANDLER =
      U.objectFieldOffset(Thread.class, "uncaughtExceptionHandler");

  /** The handler set on the thread itself, if any. */
  static Thread.UncaughtExceptionHandler ownHandler(Thread thread) {
    return (Thread.UncaughtExceptionHandler) U.getReference(thread, HANDLER);
  }

  /** Reports on the thread in which the exception was not caught. */
  static void report(int me, Throwable error) {
    Thread thread = Thread.currentThread();
    last = error;
    FrayHooks.quietEnter();
    try {
      FrayCore.fail(
          me,
          error instanceof AssertionError,
          error.getClass().getName(),
          message(error),
          thread.getName(),
          stack(error));
    } finally {
      FrayHooks.quietExit();
    }
  }

  private static String message(Throwable error) {
    try {
      return error.getMessage();
    } catch (Throwable broken) {
      return "(getMessage failed: " + broken.getClass().getName() + ")";
    }
  }

  /** The stack traces of the exception and its causes, without fray's own frames. */
  private static String[] stack(Throwable error) {
    java.util.ArrayList<String> lines = new java.util.ArrayList<>();
    Throwable cause = error;
    for (int depth = 0; cause != null && depth < 8; depth++, cause = cause.getCause()) {
      if (depth > 0) {
        lines.add("Caused by: " + cause.getClass().getName() + ": " + message(cause));
      }
      for (StackTraceElement frame : cause.getStackTrace()) {
        if (frame.getClassName().startsWith("java.lang.Fray")
            || frame.getClassName().startsWith("dev.fray.")) {
          break; // below are only the launcher and its reflection
        }
        lines.add("at " + frame);
      }
      trimReflection(lines);
    }
    return lines.toArray(new String[0]);
  }

  /** Cuts what is between the program's own outermost frame and us: reflection, a test framework. */
  private static void trimReflection(java.util.ArrayList<String> lines) {
    while (!lines.isEmpty() && isMachinery(lines.get(lines.size() - 1))) {
      lines.remove(lines.size() - 1);
    }
  }

  private static boolean isMachinery(String line) {
    return line.contains("reflect")
        || line.startsWith("at org.junit.")
        || line.startsWith("at app//org.junit.")
        || line.startsWith("at java.base/java.util.")
        || line.startsWith("at java.util.");
  }
}
