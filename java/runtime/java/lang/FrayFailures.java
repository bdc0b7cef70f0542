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
  private static final long HANDLER =
      U.objectFieldOffset(Thread.class, "uncaughtExceptionHandler");

  /** The handler set on the thread itself, if any. */
  static Thread.UncaughtExceptionHandler ownHandler(Thread thread) {
    return (Thread.UncaughtExceptionHandler) U.getReference(thread, HANDLER);
  }

  /** Reports on the thread in which the exception was not caught. */
  static void report(int me, Throwable error) {
    Thread thread = Thread.currentThread();
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
        if (frame.getClassName().startsWith("java.lang.Fray")) {
          break; // below are only the launcher and its reflection
        }
        lines.add("at " + frame);
      }
      trimReflection(lines);
    }
    return lines.toArray(new String[0]);
  }

  private static void trimReflection(java.util.ArrayList<String> lines) {
    while (!lines.isEmpty() && lines.get(lines.size() - 1).contains("reflect")) {
      lines.remove(lines.size() - 1);
    }
  }
}
