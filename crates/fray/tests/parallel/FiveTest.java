import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fray.ConcurrencyTest;
import dev.fray.Fray;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Concurrency tests among ordinary ones that take their time. */
class FiveTest {
  static void count() throws Exception {
    AtomicInteger value = new AtomicInteger();
    Thread other = new Thread(value::incrementAndGet);
    other.start();
    value.incrementAndGet();
    other.join();
    assertEquals(2, value.get());
  }

  @ConcurrencyTest
  void one() throws Exception {
    count();
  }

  @RepeatedTest(3)
  void ordinary() throws Exception {
    Thread.sleep(200);
  }

  static class Second {
    @ConcurrencyTest
    void two() throws Exception {
      count();
    }

    @RepeatedTest(3)
    void ordinary() throws Exception {
      Thread.sleep(200);
    }
  }

  static class Third {
    @Test
    void check() {
      Fray.check(FiveTest::count);
    }

    @Test
    void checkToo() {
      Fray.check(FiveTest::count);
    }

    @RepeatedTest(6)
    void ordinary() throws Exception {
      Thread.sleep(200);
    }
  }
}
