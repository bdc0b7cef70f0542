package example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import dev.fray.ConcurrencyTest;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mock;
import org.mockito.junit.jupiter.MockitoExtension;

/** With Mockito and AssertJ. */
@ExtendWith(MockitoExtension.class)
class ClerkTest {
  @Mock Journal journal;

  @ConcurrencyTest(iterations = 10)
  void everythingIsWrittenDown() throws Exception {
    Counter counter = new Counter();
    Clerk clerk = new Clerk(counter, journal);
    Thread other = new Thread(clerk::work);
    other.start();
    clerk.work();
    other.join();
    assertThat(counter.value()).isEqualTo(2);
    verify(journal, times(2)).write("worked");
  }
}
