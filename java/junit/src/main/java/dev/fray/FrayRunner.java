package dev.fray;

import dev.fray.launch.Agent;
import dev.fray.launch.Campaign;
import dev.fray.launch.Settings;
import dev.fray.launch.Launch;
import org.junit.AssumptionViolatedException;
import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.model.FrameworkMethod;
import org.junit.runners.model.InitializationError;
import org.junit.runners.model.Statement;

/**
 * Runs each test of a JUnit 4 class many times, each time under another thread schedule: {@code
 * @RunWith(FrayRunner.class)}. {@link FrayOptions} on the class or a method sets how often and how.
 * Each execution is a complete run of the one method, with {@code @BeforeClass}, {@code @Before} and
 * rules.
 */
public final class FrayRunner extends BlockJUnit4ClassRunner {
  /** Called by JUnit. */
  public FrayRunner(Class<?> type) throws InitializationError {
    super(type);
  }

  @Override
  protected Statement methodBlock(FrameworkMethod method) {
    if (Agent.controls()) {
      return super.methodBlock(method);
    }
    Class<?> type = getTestClass().getJavaClass();
    Settings settings =
        Annotations.of(
            type.getAnnotation(FrayOptions.class), method.getAnnotation(FrayOptions.class));
    String name = type.getName() + "#" + method.getName();
    String[] test = {"four", type.getName(), method.getName()};
    return new Statement() {
      @Override
      public void evaluate() throws Throwable {
        try {
          new Campaign(name, settings).run(() -> Launch.inExecution(test), type, true);
        } catch (Campaign.Skipped skipped) {
          throw new AssumptionViolatedException(skipped.getMessage());
        }
      }
    };
  }
}
