import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the program has is looked at, or called, by the framework: each of these can fail. */
class LookTest {
  interface Counter {
    int next();
  }

  @Test
  void atomic() throws Exception {
    AtomicInteger number = new AtomicInteger();
    Thread thread = new Thread(number::incrementAndGet);
    thread.start();
    assertThat(number).hasValue(0);
  }

  @Test
  void future() throws Exception {
    CompletableFuture<String> future = new CompletableFuture<>();
    Thread thread = new Thread(() -> future.complete("done"));
    thread.start();
    assertThat(future).isNotDone();
  }

  @Test
  void answer() throws Exception {
    AtomicInteger number = new AtomicInteger();
    Counter counter = mock(Counter.class);
    when(counter.next())
        .thenAnswer(
            call -> {
              int before = number.get();
              number.set(before + 1);
              return before;
            });
    PlainTest.both(counter::next);
    assertThat(number.get()).isEqualTo(2);
  }
}
