package dev.fray.maven;

import dev.fray.agent.AgentLibrary;
import java.io.File;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/** What both goals have: the options, and the agent. */
abstract class AgentMojo extends AbstractMojo {
  @Parameter(defaultValue = "${project}", readonly = true, required = true)
  MavenProject project;

  /** Does nothing. */
  @Parameter(property = "fray.skip", defaultValue = "false")
  boolean skip;

  /** Executions of each test at most. */
  @Parameter(property = "fray.iterations")
  String iterations;

  /** How schedules are chosen. */
  @Parameter(property = "fray.strategy")
  String strategy;

  /** All schedules are a function of it. */
  @Parameter(property = "fray.seed")
  String seed;

  /** Stop each test after this time, such as 30s. */
  @Parameter(property = "fray.timeLimit")
  String timeLimit;

  /** What time is: relaxed or virtual. */
  @Parameter(property = "fray.time")
  String time;

  /** classes: fresh ones for each execution; none. */
  @Parameter(property = "fray.isolation")
  String isolation;

  /** Switch points at plain field accesses too. */
  @Parameter(property = "fray.memory", defaultValue = "false")
  boolean memory;

  /** A recording, or a failure's report folder, to run instead of a search. */
  @Parameter(property = "fray.replay")
  String replay;

  /** Where reports go. */
  @Parameter(property = "fray.report", defaultValue = "${project.build.directory}/fray-report")
  File report;

  /** The option of java that loads the agent. */
  String agentOption() throws MojoExecutionException {
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("iter", iterations);
    options.put("strategy", strategy);
    options.put("seed", seed);
    options.put("time-limit", timeLimit);
    options.put("time", time);
    options.put("isolation", isolation);
    options.put("memory", memory ? "true" : null);
    options.put("report", report);
    options.put("replay", replay == null ? null : new File(replay).getAbsolutePath());
    try {
      return AgentLibrary.option(options);
    } catch (IOException failed) {
      throw new MojoExecutionException(failed.getMessage(), failed);
    }
  }
}
