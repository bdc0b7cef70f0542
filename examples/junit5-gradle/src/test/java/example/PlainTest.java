package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Knows nothing of fray: passes under 'gradle test', and nearly always by luck. */
class PlainTest {
  @Test
  void countsCarelessly() throws Exception {
    Counter counter = new Counter();
    Thread other = new Thread(counter::incrementCarelessly);
    other.start();
    other.join(1);
    counter.incrementCarelessly();
    other.join();
    assertEquals(2, counter.value());
  }
}
