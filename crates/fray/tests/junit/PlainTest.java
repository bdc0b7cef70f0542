import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JUnit 5 tests that know nothing of fray: one fails under some schedules. */
class PlainTest {
  static int runs;
  AtomicInteger counter;

  @BeforeAll
  static void everyExecutionHasItsOwnClasses() {
    assertEquals(0, runs++);
  }

  @BeforeEach
  void fresh() {
    counter = new AtomicInteger();
  }

  static void both(Runnable body) throws InterruptedException {
    Thread one = new Thread(body);
    Thread other = new Thread(body);
    one.start();
    other.start();
    one.join();
    other.join();
  }

  @Test
  void lostUpdate(TestInfo injected) throws Exception {
    both(() -> counter.set(counter.get() + 1));
    assertEquals(2, counter.get(), injected.getDisplayName());
  }

  @Tag("fine")
  @Test
  @Timeout(1)
  void fine() throws Exception {
    both(counter::incrementAndGet);
    assertEquals(2, counter.get());
  }

  /** What JUnit calls through an interface is the test, too: it can be left between its two steps. */
  @Test
  void lostWithin() {
    assertDoesNotThrow(
        () -> {
          Thread other = new Thread(counter::incrementAndGet);
          other.start();
          counter.set(counter.get() + 1);
          other.join();
        });
    assertEquals(2, counter.get());
  }

  /** JUnit waits for another thread, which may be left when its result is half set. */
  @Test
  void inTime() {
    assertTimeoutPreemptively(Duration.ofSeconds(1), counter::incrementAndGet);
    assertEquals(1, counter.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void pool(int threads) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    for (int i = 0; i < 3; i++) {
      pool.submit(counter::incrementAndGet);
    }
    pool.shutdown();
  }

  @RepeatedTest(2)
  void repeated() throws Exception {
    both(counter::incrementAndGet);
    assertEquals(2, counter.get());
  }

  @Disabled("not now")
  @Test
  void disabled() {
    fail();
  }

  @Test
  void assumption() {
    Assumptions.assumeTrue(false);
  }

  @Nested
  class Inner {
    @Test
    void inner() throws Exception {
      both(counter::incrementAndGet);
      assertEquals(2, counter.get());
    }
  }
}
