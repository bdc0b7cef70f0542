package dev.fray.launch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The JUnit Platform: JUnit 5 and 6, and whatever other engines are on the class path. */
final class Platform {
  private Platform() {}

  static final String LAUNCHER = "org.junit.platform.launcher.";
  private static final String SELECTORS = "org.junit.platform.engine.discovery.DiscoverySelectors";

  static Launch.Result run(String id) throws Throwable {
    Object request = request(null, selector("selectUniqueId", id));
    Object listener = Call.create(LAUNCHER + "listeners.SummaryGeneratingListener");
    Object listeners = Call.arrayOf(LAUNCHER + "TestExecutionListener", listener);
    Call.on(launcher(), "execute", request, listeners);
    Object summary = Call.on(listener, "getSummary");
    Launch.Result result = new Launch.Result();
    result.tests = count(summary, "getTestsSucceededCount") + count(summary, "getTestsFailedCount");
    List<?> failures = (List<?>) Call.on(summary, "getFailures");
    if (!failures.isEmpty()) {
      result.failure = (Throwable) Call.on(failures.get(0), "getException");
    } else if (result.tests == 0) {
      long aborted =
          count(summary, "getTestsAbortedCount") + count(summary, "getContainersAbortedCount");
      long disabled =
          count(summary, "getTestsSkippedCount") + count(summary, "getContainersSkippedCount");
      if (aborted + disabled > 0) {
        result.skipped = aborted > 0 ? "an assumption does not hold" : "disabled";
      }
    }
    return result;
  }

  private static long count(Object summary, String method) throws Throwable {
    return (Long) Call.on(summary, method);
  }

  /** Whether the platform is there, or anything that needs it. */
  static boolean isThere() {
    if (Call.has(LAUNCHER + "Launcher")) {
      return true;
    }
    if (Call.has("org.junit.jupiter.api.Test")) {
      throw new IllegalArgumentException(
          "JUnit 5 is on the class path, but not its launcher: add junit-platform-launcher"
              + " (org.junit.platform) in the version of your junit-platform-engine");
    }
    return false;
  }

  /** The tests that the arguments select. */
  static List<Target> find(Arguments arguments) throws Throwable {
    List<Object> selectors = new ArrayList<>();
    if (arguments.wantsAll()) {
      for (Object root : (Iterable<?>) selector("selectClasspathRoots", ClassPath.folders())) {
        selectors.add(root);
      }
    } else {
      for (String text : arguments.selectors) {
        selectors.add(selector(text));
      }
    }
    Object plan =
        Call.on(launcher(), "discover", request(arguments, selectors.toArray()));
    List<Target> targets = new ArrayList<>();
    collect(plan, (Set<?>) Call.on(plan, "getRoots"), targets, new HashSet<>());
    targets.removeIf(target -> !arguments.wants(target));
    return targets;
  }

  private static Object selector(String text) throws Throwable {
    if (text.contains("#")) {
      // By its name alone, whatever its parameters are: the others are left out later.
      return selector("selectClass", text.substring(0, text.indexOf('#')));
    }
    if (text.endsWith(".*")) {
      return selector("selectPackage", text.substring(0, text.length() - 2));
    }
    return selector(Call.has(text) ? "selectClass" : "selectPackage", text);
  }

  /** Test methods, whether JUnit makes one test of them or many. */
  private static void collect(Object plan, Set<?> tests, List<Target> targets, Set<String> names)
      throws Throwable {
    for (Object test : tests) {
      String id = (String) Call.on(test, "getUniqueId");
      Object source = ((Optional<?>) Call.on(test, "getSource")).orElse(null);
      boolean method = source != null && source.getClass().getSimpleName().equals("MethodSource");
      if (method || (Boolean) Call.on(test, "isTest")) {
        String type = method ? (String) Call.on(source, "getClassName") : null;
        String name = method ? type + "#" + Call.on(source, "getMethodName") : id;
        if (!names.add(name)) {
          name += "(" + (method ? Call.on(source, "getMethodParameterTypes") : "") + ")";
          names.add(name);
        }
        targets.add(new Target(name, type, "five", id));
      } else {
        collect(plan, (Set<?>) Call.on(plan, "getChildren", test), targets, names);
      }
    }
  }

  /** Only engines are taken from the class path: listeners would be told a thousand times. */
  static Object launcher() throws Throwable {
    Object config = Call.statically(LAUNCHER + "core.LauncherConfig", "builder");
    for (String kind :
        new String[] {
          "TestExecutionListener",
          "LauncherSessionListener",
          "LauncherDiscoveryListener",
          "PostDiscoveryFilter"
        }) {
      try {
        config = Call.on(config, "enable" + kind + "AutoRegistration", false);
      } catch (IllegalStateException older) {
        // There is nothing of that kind to be registered then.
      }
    }
    Object built = Call.on(config, "build");
    return Call.statically(LAUNCHER + "core.LauncherFactory", "create", built);
  }

  static Object selector(String method, Object argument) throws Throwable {
    return Call.statically(SELECTORS, method, argument);
  }

  /**
   * A request for these tests. They run one after another: the threads are fray's to choose, and no
   * clock that JUnit could compare with goes on.
   */
  private static Object request(Arguments filters, Object... selectors) throws Throwable {
    Object builder =
        Call.statically(LAUNCHER + "core.LauncherDiscoveryRequestBuilder", "request");
    Object array = Call.arrayOf("org.junit.platform.engine.DiscoverySelector", selectors);
    builder = Call.on(builder, "selectors", array);
    builder = set(builder, "junit.jupiter.execution.parallel.enabled", "false");
    builder = set(builder, "junit.jupiter.execution.timeout.mode", "disabled");
    if (filters != null) {
      builder = filter(builder, "includeTags", filters.tags);
      builder = filter(builder, "excludeTags", filters.excludedTags);
    }
    return Call.on(builder, "build");
  }

  private static Object filter(Object builder, String method, List<String> tags) throws Throwable {
    if (tags.isEmpty()) {
      return builder;
    }
    Object filter = Call.statically(LAUNCHER + "TagFilter", method, tags);
    return Call.on(builder, "filters", Call.arrayOf("org.junit.platform.engine.Filter", filter));
  }

  private static Object set(Object builder, String key, String value) throws Throwable {
    return Call.on(builder, "configurationParameter", key, value);
  }
}
