package example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** Knows nothing of fray: passes under 'mvn test', and nearly always by luck. */
public class PlainTest {
  @Test
  public void countsCarelessly() throws Exception {
    Counter counter = new Counter();
    Thread other = new Thread(counter::incrementCarelessly);
    other.start();
    other.join(1);
    counter.incrementCarelessly();
    other.join();
    assertEquals(2, counter.value());
  }
}
