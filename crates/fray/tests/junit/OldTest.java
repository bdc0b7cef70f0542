import static org.junit.Assert.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Before;
import org.junit.Ignore;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TestName;

/** JUnit 4 tests that know nothing of fray: two fail under some schedules. */
public class OldTest {
  @Rule public TestName name = new TestName();
  AtomicInteger counter;

  @Before
  public void fresh() {
    counter = new AtomicInteger();
  }

  private void both(Runnable body) throws InterruptedException {
    Thread one = new Thread(body);
    Thread other = new Thread(body);
    one.start();
    other.start();
    one.join();
    other.join();
  }

  @Test
  public void lostUpdate() throws Exception {
    both(() -> counter.set(counter.get() + 1));
    assertEquals(name.getMethodName(), 2, counter.get());
  }

  @Test(timeout = 1000)
  public void deadlock() throws Exception {
    Object a = new Object();
    Object b = new Object();
    AtomicInteger turn = new AtomicInteger();
    both(
        () -> {
          boolean first = turn.getAndIncrement() == 0;
          synchronized (first ? a : b) {
            synchronized (first ? b : a) {
              counter.incrementAndGet();
            }
          }
        });
  }

  @Test(expected = IllegalStateException.class)
  public void expected() throws Exception {
    both(counter::incrementAndGet);
    throw new IllegalStateException();
  }

  @Ignore
  @Test
  public void ignored() {
    throw new AssertionError();
  }
}
