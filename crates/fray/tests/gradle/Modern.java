import java.io.File;
import java.util.Collections;
import org.gradle.api.Project;
import org.gradle.api.Task;
import org.gradle.api.internal.project.ProjectInternal;
import org.gradle.api.tasks.testing.Test;
import org.gradle.testfixtures.ProjectBuilder;

/**
 * Applies the plugin to a project in which test classes are already compiled, by the Gradle whose API
 * is on the class path; prints the options of the test task's JVM, then runs frayTest on another JDK.
 */
public class Modern {
  public static void main(String[] args) throws Exception {
    Project project = ProjectBuilder.builder().withProjectDir(new File(args[0])).build();
    project.getPluginManager().apply("dev.fray");
    project.getPluginManager().apply("java");
    project.getRepositories().mavenLocal();
    project.getRepositories().mavenCentral();
    project
        .getDependencies()
        .add("testImplementation", "org.junit.jupiter:junit-jupiter-engine:5.10.2");
    project.getExtensions().getExtraProperties().set("fray.iterations", "20");
    Test test = (Test) project.getTasks().getByName("test");
    Task fray = project.getTasks().getByName("frayTest");
    fray.getClass().getMethod("setExecutable", String.class).invoke(fray, args[1]);
    fray.getClass()
        .getMethod("setTests", java.util.List.class)
        .invoke(fray, Collections.singletonList("PlainTest"));
    // Evaluating it for real would need a build script, and that a whole distribution.
    ((ProjectInternal) project)
        .getProjectEvaluationBroadcaster()
        .afterEvaluate((ProjectInternal) project, project.getState());
    test.setJvmArgs(Collections.singletonList("-Xmx99m"));
    test.getActions().get(0).execute(test);
    System.out.println(project.getGradle().getGradleVersion() + " " + test.getAllJvmArgs());
    try {
      fray.getClass().getMethod("run").invoke(fray);
    } catch (java.lang.reflect.InvocationTargetException failed) {
      System.out.println(failed.getCause());
    }
    System.exit(0);
  }
}
