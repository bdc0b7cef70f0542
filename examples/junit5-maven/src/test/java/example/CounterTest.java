package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fray.ConcurrencyTest;
import dev.fray.Fray;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CounterTest {
  Counter counter;

  @BeforeEach
  void fresh() {
    counter = new Counter();
  }

  /** An ordinary test, in the same class and JVM. */
  @Test
  void counts() {
    counter.increment();
    assertEquals(1, counter.value());
  }

  @ConcurrencyTest(iterations = 100)
  void twoThreadsCountToTwo() throws Exception {
    Thread other = new Thread(counter::increment);
    other.start();
    counter.increment();
    other.join();
    assertEquals(2, counter.value());
  }

  /** For other frameworks, or for a part of a test. */
  @Test
  void check() {
    Fray.options()
        .iterations(100)
        .check(
            () -> {
              Counter mine = new Counter();
              Thread other = new Thread(mine::increment);
              other.start();
              mine.increment();
              other.join();
              assertEquals(2, mine.value());
            });
  }
}
