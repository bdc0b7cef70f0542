import java.util.Random;
import org.junit.jupiter.api.Test;

/** Fails in every execution, each time with another message. */
class DrawsTest {
  @Test
  void draws() {
    throw new IllegalStateException("drew " + new Random().nextInt());
  }
}
