package dev.fray.gradle;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gradle.api.Action;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.file.FileCollection;
import org.gradle.api.plugins.AppliedPlugin;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.SourceSetContainer;
import org.gradle.api.tasks.testing.Test;

/**
 * The plugin {@code dev.fray}: every test task of the project gets the agent, which stays idle until
 * a test asks for it, and {@code frayTest} runs the existing tests under fray.
 */
public final class FrayPlugin implements Plugin<Project> {
  private static final Pattern ENGINE = Pattern.compile("junit-platform-engine-(.+)\\.jar");

  @Override
  public void apply(Project project) {
    FrayExtension extension = project.getExtensions().create("fray", FrayExtension.class);
    project
        .getPluginManager()
        .withPlugin(
            "java",
            new Action<AppliedPlugin>() {
              @Override
              public void execute(AppliedPlugin java) {
                configure(project, extension);
              }
            });
  }

  private static void configure(Project project, FrayExtension extension) {
    Configuration launcher = project.getConfigurations().create("fray");
    launcher.setDescription("What runs existing tests under fray.");
    launcher.setCanBeConsumed(false);
    launcher
        .getDependencies()
        .add(project.getDependencies().create("dev.fray:fray-junit:" + version()));
    FrayTest task = project.getTasks().create("frayTest", FrayTest.class);
    task.setGroup("verification");
    task.setDescription("Runs the JUnit tests, each under many thread schedules.");
    SourceSetContainer sources = (SourceSetContainer) project.property("sourceSets");
    SourceSet tests = sources.getByName(SourceSet.TEST_SOURCE_SET_NAME);
    task.setTestClasses(tests.getOutput());
    task.setClasspath(
        project.files(
            tests.getRuntimeClasspath(), launcher, missing(project, tests.getRuntimeClasspath())));
    project.afterEvaluate(
        new Action<Project>() {
          @Override
          public void execute(Project evaluated) {
            finish(evaluated, new Options(evaluated, extension), task);
          }
        });
  }

  private static void finish(Project project, Options options, FrayTest frayTest) {
    frayTest.configure(options, project.getProjectDir());
    for (Test test : project.getTasks().withType(Test.class)) {
      if (options.skip) {
        continue;
      }
      test.getInputs().property("fray", options.agent + " " + options.systemProperties);
      test.doFirst(new AddAgent(options, test.getPath()));
    }
  }

  /** The JUnit Platform's launcher if the tests have only its engine, which is what builds declare. */
  private static Callable<FileCollection> missing(Project project, FileCollection classpath) {
    return new Callable<FileCollection>() {
      @Override
      public FileCollection call() {
        String version = null;
        for (File file : classpath) {
          if (file.getName().startsWith("junit-platform-launcher-")) {
            return project.files();
          }
          Matcher engine = ENGINE.matcher(file.getName());
          version = engine.matches() ? engine.group(1) : version;
        }
        if (version == null) {
          return project.files();
        }
        String launcher = "org.junit.platform:junit-platform-launcher:" + version;
        return project
            .getConfigurations()
            .detachedConfiguration(project.getDependencies().create(launcher));
      }
    };
  }

  private static String version() {
    Properties properties = new Properties();
    try (InputStream input = FrayPlugin.class.getResourceAsStream("version.properties")) {
      properties.load(input);
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
    return properties.getProperty("version");
  }
}
