package example;

import static org.junit.Assert.assertEquals;

import dev.fray.FrayOptions;
import dev.fray.FrayRunner;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(FrayRunner.class)
@FrayOptions(iterations = 100)
public class CounterTest {
  private Counter counter;

  @Before
  public void fresh() {
    counter = new Counter();
  }

  @Test
  public void twoThreadsCountToTwo() throws Exception {
    Thread other = new Thread(counter::increment);
    other.start();
    counter.increment();
    other.join();
    assertEquals(2, counter.value());
  }
}
