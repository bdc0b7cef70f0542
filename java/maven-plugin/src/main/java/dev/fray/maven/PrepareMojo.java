package dev.fray.maven;

import java.util.ArrayList;
import java.util.List;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * Makes Surefire and Failsafe start their JVMs with fray's agent, which stays idle until a test asks
 * for it. Works through the property {@code argLine}, whose value is kept.
 */
@Mojo(name = "prepare", defaultPhase = LifecyclePhase.INITIALIZE, threadSafe = true)
public final class PrepareMojo extends AgentMojo {
  private static final String ARG_LINE = "argLine";

  @Override
  public void execute() throws MojoExecutionException {
    if (skip) {
      return;
    }
    refuseHiddenArgLine();
    String before = project.getProperties().getProperty(ARG_LINE, "");
    String option = agentOption();
    String quoted = option.indexOf(' ') < 0 ? option : '"' + option + '"';
    String all = (quoted + " -Dfray.build=maven " + before).trim();
    project.getProperties().setProperty(ARG_LINE, all);
    getLog().info(ARG_LINE + " set to " + all);
  }

  /** An argLine in Surefire's own configuration hides the property, unless it mentions it. */
  private void refuseHiddenArgLine() throws MojoExecutionException {
    for (String name : new String[] {"maven-surefire-plugin", "maven-failsafe-plugin"}) {
      Plugin plugin = project.getPlugin("org.apache.maven.plugins:" + name);
      if (plugin == null) {
        continue;
      }
      List<Object> configurations = new ArrayList<>();
      configurations.add(plugin.getConfiguration());
      for (PluginExecution execution : plugin.getExecutions()) {
        configurations.add(execution.getConfiguration());
      }
      for (Object configuration : configurations) {
        Xpp3Dom dom = (Xpp3Dom) configuration;
        Xpp3Dom line = dom == null ? null : dom.getChild(ARG_LINE);
        String value = line == null ? null : line.getValue();
        if (value != null && !value.contains("{" + ARG_LINE + "}")) {
          throw new MojoExecutionException(
              "the <argLine> of "
                  + name
                  + " in the pom hides fray's agent: write <argLine>@{argLine} "
                  + value.trim()
                  + "</argLine>");
        }
      }
    }
  }
}
