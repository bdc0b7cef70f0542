package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fray.ConcurrencyTest;

/** Fails on purpose; by its name Surefire runs it only when asked to. */
class CarelessDemo {
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
