import static org.mockito.Mockito.mock;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the framework has ready for one execution and must make for another is nothing that a test sees. */
class MadeTest {
  interface First {}

  interface Second {}

  @Test
  void draws() throws Exception {
    mock(First.class);
    Random random = new Random();
    Thread thread = new Thread(() -> new Exception("printed").printStackTrace());
    thread.start();
    thread.join();
    mock(Second.class);
    throw new IllegalStateException("drew " + random.nextInt() + " and " + new Random().nextInt() + " in all");
  }
}
