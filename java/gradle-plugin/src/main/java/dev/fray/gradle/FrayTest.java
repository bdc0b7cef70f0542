package dev.fray.gradle;

import dev.fray.agent.AgentLibrary;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;

/** Runs the project's existing JUnit tests, each under many thread schedules. */
public class FrayTest extends DefaultTask {
  private static final int FAILED = 1;

  private FileCollection classpath;
  private FileCollection testClasses;
  private List<String> tests = new ArrayList<>();
  private List<String> jvmArgs = new ArrayList<>();
  private String executable = new File(System.getProperty("java.home"), "bin/java").getPath();
  private Options options;
  private File workingDir;
  private final String path = getPath();

  @Classpath
  public FileCollection getClasspath() {
    return classpath;
  }

  public void setClasspath(FileCollection classpath) {
    this.classpath = classpath;
  }

  /** Where the names given by {@code --tests} are looked up. */
  @Classpath
  public FileCollection getTestClasses() {
    return testClasses;
  }

  public void setTestClasses(FileCollection testClasses) {
    this.testClasses = testClasses;
  }

  /** Options of java for the tests. */
  @Internal
  public List<String> getJvmArgs() {
    return jvmArgs;
  }

  public void setJvmArgs(List<String> jvmArgs) {
    this.jvmArgs = new ArrayList<>(jvmArgs);
  }

  /** Adds options of java. */
  public void jvmArgs(String... more) {
    jvmArgs.addAll(List.of(more));
  }

  /** The java that runs the tests; that of Gradle if not set. */
  @Internal
  public String getExecutable() {
    return executable;
  }

  public void setExecutable(String executable) {
    this.executable = executable;
  }

  @Internal
  public List<String> getTests() {
    return tests;
  }

  /** Gradle 4.4 knows the one annotation, later ones the other. */
  @org.gradle.api.tasks.options.Option(option = "tests", description = "Classes or methods to run.")
  @org.gradle.api.internal.tasks.options.Option(
      option = "tests",
      description = "Classes or methods to run.")
  public void setTests(List<String> tests) {
    this.tests = tests;
  }

  void configure(Options options, File workingDir) {
    this.options = options;
    this.workingDir = workingDir;
  }

  @TaskAction
  public void run() throws IOException, InterruptedException {
    if (options.skip) {
      return;
    }
    List<String> command = new ArrayList<>();
    command.add(executable);
    command.add(AgentLibrary.option(options.agent));
    command.add("-ea");
    command.addAll(options.properties("gradle-suite", path));
    command.addAll(jvmArgs);
    command.add("-cp");
    command.add(classpath.getAsPath());
    command.add("dev.fray.launch.Suite");
    command.add("--junit-xml");
    command.add(new File(options.report, "TEST-fray.xml").getPath());
    command.add("--summary");
    command.add(new File(options.report, "summary.json").getPath());
    if (options.tag != null) {
      command.add("--tag");
      command.add(options.tag);
    }
    command.addAll(Selectors.of(tests, testClasses));
    getLogger().info("fray: {}", command);
    int status = start(command);
    if (status == FAILED) {
      throw new GradleException("fray found failures; the reports are in " + options.report);
    }
    if (status != 0) {
      throw new GradleException("fray could not run the tests (status " + status + ")");
    }
  }

  /** What the tests print goes through this process, which may be a daemon, to the user. */
  private int start(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    Process process = builder.directory(workingDir).redirectErrorStream(true).start();
    try (InputStream output = process.getInputStream()) {
      process.getOutputStream().close();
      output.transferTo(System.out);
      return process.waitFor();
    } finally {
      process.destroy();
    }
  }
}
