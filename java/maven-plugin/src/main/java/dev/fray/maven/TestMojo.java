package dev.fray.maven;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Component;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.repository.RepositorySystem;
import org.apache.maven.artifact.resolver.ArtifactResolutionRequest;

/** Runs the project's existing JUnit tests, each under many thread schedules. */
@Mojo(name = "test", requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
@Execute(phase = LifecyclePhase.TEST_COMPILE)
public final class TestMojo extends AgentMojo {
  private static final String PLATFORM = "org.junit.platform";

  /** Tests: {@code BankTest}, {@code com.acme.BankTest#transfers}; all if not given. */
  @Parameter(property = "test")
  String test;

  /** Only tests with this tag. */
  @Parameter(property = "fray.tag")
  String tag;

  /** Options of java for the tests. */
  @Parameter(property = "fray.jvmArgs")
  String jvmArgs;

  @Parameter(defaultValue = "${plugin.artifactMap}", readonly = true)
  Map<String, Artifact> pluginArtifacts;

  @Parameter(defaultValue = "${session}", readonly = true)
  MavenSession session;

  @Component RepositorySystem repositories;

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    File classes = new File(project.getBuild().getTestOutputDirectory());
    if (skip || !classes.isDirectory()) {
      getLog().info("no tests to run under fray");
      return;
    }
    List<String> command = new ArrayList<>();
    command.add(new File(System.getProperty("java.home"), "bin/java").getPath());
    command.add(agentOption());
    command.add("-ea");
    command.add("-Dfray.build=maven-suite");
    if (jvmArgs != null && !jvmArgs.isBlank()) {
      command.addAll(Arrays.asList(jvmArgs.trim().split("\\s+")));
    }
    command.add("-cp");
    command.add(String.join(File.pathSeparator, classPath()));
    command.add("dev.fray.launch.Suite");
    command.add("--junit-xml");
    command.add(new File(report, "TEST-fray.xml").getPath());
    command.add("--summary");
    command.add(new File(report, "summary.json").getPath());
    if (tag != null) {
      command.add("--tag");
      command.add(tag);
    }
    command.addAll(selectors(classes));
    run(command);
  }

  private void run(List<String> command) throws MojoExecutionException, MojoFailureException {
    int status;
    try {
      Process process =
          new ProcessBuilder(command).directory(project.getBasedir()).inheritIO().start();
      status = process.waitFor();
    } catch (IOException failed) {
      throw new MojoExecutionException("cannot start " + command.get(0), failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new MojoExecutionException("interrupted", stopped);
    }
    if (status == 1) {
      throw new MojoFailureException("fray found failures; the reports are in " + report);
    }
    if (status != 0) {
      throw new MojoExecutionException("fray could not run the tests (status " + status + ")");
    }
  }

  /** As Surefire's {@code -Dtest}: simple names stand for all classes of that name. */
  private List<String> selectors(File classes) {
    List<String> selectors = new ArrayList<>();
    if (test == null || test.isBlank()) {
      selectors.add("*");
      return selectors;
    }
    for (String part : test.split(",")) {
      int method = part.indexOf('#');
      String type = method < 0 ? part : part.substring(0, method);
      String rest = method < 0 ? "" : part.substring(method);
      if (type.indexOf('.') >= 0 || !find(classes, "", type, rest, selectors)) {
        selectors.add(part);
      }
    }
    return selectors;
  }

  private static boolean find(
      File folder, String prefix, String type, String rest, List<String> found) {
    boolean any = false;
    File[] files = folder.listFiles();
    for (File file : files == null ? new File[0] : files) {
      if (file.isDirectory()) {
        any |= find(file, prefix + file.getName() + ".", type, rest, found);
      } else if (file.getName().equals(type + ".class")) {
        found.add(prefix + type + rest);
        any = true;
      }
    }
    return any;
  }

  /** The test class path, our launcher, and the JUnit Platform's if the project has only its engine. */
  private Set<String> classPath() throws MojoExecutionException {
    Set<String> path;
    try {
      path = new LinkedHashSet<>(project.getTestClasspathElements());
    } catch (DependencyResolutionRequiredException impossible) {
      throw new MojoExecutionException(impossible.getMessage(), impossible);
    }
    path.add(pluginArtifacts.get("dev.fray:fray-junit").getFile().getPath());
    Map<String, Artifact> own = project.getArtifactMap();
    Artifact engine = own.get(PLATFORM + ":junit-platform-engine");
    if (engine != null && !own.containsKey(PLATFORM + ":junit-platform-launcher")) {
      Artifact launcher =
          repositories.createArtifact(
              PLATFORM, "junit-platform-launcher", engine.getVersion(), "jar");
      ArtifactResolutionRequest request = new ArtifactResolutionRequest();
      request.setArtifact(launcher);
      request.setLocalRepository(session.getLocalRepository());
      request.setRemoteRepositories(project.getRemoteArtifactRepositories());
      request.setOffline(session.isOffline());
      repositories.resolve(request);
      if (launcher.getFile() == null) {
        throw new MojoExecutionException("cannot resolve " + launcher);
      }
      path.add(launcher.getFile().getPath());
    }
    return path;
  }
}
