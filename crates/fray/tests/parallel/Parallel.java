import java.util.HashMap;
import java.util.Map;
import org.junit.experimental.ParallelComputer;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;

/** Runs tests in parallel as build tools ask JUnit to, and says what ran beside what. */
public class Parallel implements TestExecutionListener {
  private final Map<String, Boolean> running = new HashMap<>();
  private int most;
  private int tests;
  private int failed;
  private boolean beside;

  @Override
  public synchronized void executionStarted(TestIdentifier test) {
    if (test.isTest()) {
      MethodSource source = (MethodSource) test.getSource().get();
      boolean concurrency = source.getJavaMethod().isAnnotationPresent(dev.fray.ConcurrencyTest.class);
      beside |= concurrency ? !running.isEmpty() : running.containsValue(true);
      running.put(test.getUniqueId(), concurrency);
      most = Math.max(most, running.size());
      tests++;
    }
  }

  @Override
  public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
    running.remove(test.getUniqueId());
    if (result.getThrowable().isPresent()) {
      result.getThrowable().get().printStackTrace();
      failed++;
    }
  }

  public static void main(String[] args) throws Exception {
    Parallel listener = new Parallel();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                DiscoverySelectors.selectClass(FiveTest.class),
                DiscoverySelectors.selectClass(FiveTest.Second.class),
                DiscoverySelectors.selectClass(FiveTest.Third.class))
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
            .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
            .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
            .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "6")
            .build();
    LauncherFactory.create().execute(request, listener);
    System.out.println(
        "JUnit 5: " + listener.tests + " tests, " + listener.failed + " failed, at once "
            + (listener.most > 1 ? "several" : "one") + ", beside a concurrency test "
            + (listener.beside ? "others" : "none"));
    Result four =
        JUnitCore.runClasses(
            ParallelComputer.classes(), FourTest.First.class, FourTest.Second.class, FourTest.Third.class);
    System.out.println("JUnit 4: " + four.getRunCount() + " tests, " + four.getFailureCount() + " failed");
    System.exit(0);
  }
}
