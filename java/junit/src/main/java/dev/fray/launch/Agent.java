package dev.fray.launch;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** The agent in this JVM, if there is one: it puts the class that is called here into the JDK. */
public final class Agent {
  private Agent() {}

  private static final String HELP =
      "With Maven, add the plugin dev.fray:fray-maven-plugin with the goal 'prepare' to the build;"
          + " with Gradle, the plugin dev.fray; otherwise start java with -agentpath:/path/to/libfray_agent.so=embedded";

  private static final Class<?> TESTS = find();

  private static Class<?> find() {
    try {
      return Class.forName("java.lang.FrayTests", true, null);
    } catch (ClassNotFoundException notLoaded) {
      return null;
    }
  }

  /** Whether the calling thread already is in an execution. */
  public static boolean controls() {
    return TESTS != null && (Boolean) call("controlled");
  }

  /** Says what is missing if no campaign can be run here. */
  public static void demand() {
    if (TESTS == null) {
      throw new IllegalStateException(
          "fray's agent is not in this JVM, so this test cannot be run under its control. " + HELP);
    }
    if (!(Boolean) call("embedded")) {
      throw new IllegalStateException(
          "fray's agent in this JVM was started for a program, not for tests. " + HELP);
    }
  }

  public static Object call(String name, Object... arguments) {
    try {
      for (Method method : TESTS.getMethods()) {
        if (method.getName().equals(name)) {
          return method.invoke(null, arguments);
        }
      }
      throw new IllegalStateException(
          "fray's agent and fray-junit are of different versions: the agent has no " + name);
    } catch (InvocationTargetException failed) {
      Throwable cause = failed.getCause();
      if (cause instanceof RuntimeException) {
        throw (RuntimeException) cause;
      }
      throw new IllegalStateException(cause);
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
