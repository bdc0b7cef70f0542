import static org.junit.Assert.assertEquals;

import dev.fray.FrayRunner;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Test;
import org.junit.runner.RunWith;

/** Two classes of concurrency tests, and one of an ordinary test that takes its time. */
public class FourTest {
  @RunWith(FrayRunner.class)
  public static class First {
    @Test
    public void counts() throws Exception {
      AtomicInteger value = new AtomicInteger();
      Thread other = new Thread(value::incrementAndGet);
      other.start();
      value.incrementAndGet();
      other.join();
      assertEquals(2, value.get());
    }
  }

  @RunWith(FrayRunner.class)
  public static class Second {
    @Test
    public void countsToo() throws Exception {
      new First().counts();
    }
  }

  public static class Third {
    @Test
    public void ordinary() throws Exception {
      Thread.sleep(500);
    }
  }
}
