package dev.fray.gradle;

import java.io.File;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.gradle.api.Project;

/**
 * What the extension says and, above it, properties of the project: {@code -Pfray.iterations=5}.
 * Plain values, so that Gradle can keep them when it keeps a build's configuration.
 */
final class Options implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The agent's options by their names. */
  final LinkedHashMap<String, String> agent = new LinkedHashMap<>();

  /** For the JVM of the tests: there they win over what tests say themselves. */
  final ArrayList<String> systemProperties = new ArrayList<>();

  final File report;
  final String tag;
  final boolean skip;

  Options(Project project, FrayExtension extension) {
    set(project, "iterations", "iter", extension.getIterations());
    set(project, "strategy", "strategy", extension.getStrategy());
    set(project, "seed", "seed", extension.getSeed());
    set(project, "timeLimit", "time-limit", extension.getTimeLimit());
    set(project, "time", "time", extension.getTime());
    set(project, "isolation", "isolation", extension.getIsolation());
    set(project, "memory", "memory", extension.isMemory() ? "true" : null);
    set(project, "replay", "replay", extension.getReplay());
    String given = property(project, "report");
    Object folder = given != null ? given : extension.getReport();
    report = folder != null ? project.file(folder) : new File(project.getBuildDir(), "fray-report");
    agent.put("report", report.getPath());
    tag = property(project, "tag");
    String skipped = property(project, "skip");
    skip = skipped != null ? !skipped.equals("false") : extension.isSkip();
  }

  private void set(Project project, String name, String option, Object configured) {
    String given = property(project, name);
    String value = given != null ? given : configured == null ? null : configured.toString();
    if (value == null || value.isEmpty()) {
      return;
    }
    if (name.equals("replay")) {
      value = project.file(value).getPath();
    }
    agent.put(option, value);
    if (given != null) {
      systemProperties.add("-Dfray." + name + "=" + value);
    }
  }

  private static String property(Project project, String name) {
    Object value = project.findProperty("fray." + name);
    return value == null ? null : value.toString();
  }

  /** The options of java that a task's JVM gets, without the agent itself. */
  List<String> properties(String build, String task) {
    List<String> all = new ArrayList<>(systemProperties);
    all.add("-Dfray.build=" + build);
    all.add("-Dfray.task=" + task);
    return all;
  }
}
