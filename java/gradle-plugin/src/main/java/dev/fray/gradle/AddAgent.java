package dev.fray.gradle;

import dev.fray.agent.AgentLibrary;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.gradle.api.Action;
import org.gradle.api.GradleException;
import org.gradle.api.Task;
import org.gradle.api.tasks.testing.Test;

/** Puts the agent into the JVMs of a test task, last of all, so that nothing takes it out again. */
final class AddAgent implements Action<Task>, Serializable {
  private static final long serialVersionUID = 1L;

  private final Options options;
  private final String path;

  AddAgent(Options options, String path) {
    this.options = options;
    this.path = path;
  }

  @Override
  public void execute(Task task) {
    List<String> arguments = new ArrayList<>();
    try {
      arguments.add(AgentLibrary.option(options.agent));
    } catch (IOException failed) {
      throw new GradleException(failed.getMessage(), failed);
    }
    arguments.addAll(options.properties("gradle", path));
    ((Test) task).jvmArgs(arguments);
  }
}
