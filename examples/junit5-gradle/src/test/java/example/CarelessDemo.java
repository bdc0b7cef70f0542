package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fray.ConcurrencyTest;
import org.junit.platform.runner.JUnitPlatform;
import org.junit.platform.suite.api.UseTechnicalNames;
import org.junit.runner.RunWith;

/** Fails on purpose; the build runs it only when asked to. */
@RunWith(JUnitPlatform.class) // for Gradle before 4.6, as AllTests
@UseTechnicalNames
public class CarelessDemo {
  @ConcurrencyTest
  void losesAnUpdate() throws Exception {
    Counter counter = new Counter();
    Thread other = new Thread(counter::incrementCarelessly);
    other.start();
    counter.incrementCarelessly();
    other.join();
    assertEquals(2, counter.value());
  }
}
