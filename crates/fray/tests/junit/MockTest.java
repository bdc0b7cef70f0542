import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mock;
import org.mockito.junit.jupiter.MockitoExtension;

/** Mocks of a final class, which only the inline mock maker can make, used by several threads. */
@ExtendWith(MockitoExtension.class)
class MockTest {
  static final class Store {
    int get() {
      return 1;
    }

    void put(int value) {}
  }

  /** Not public: its mock must be loaded by its own loader. */
  interface Mailer {
    void send(String to);
  }

  @Mock Store store;
  @Mock Mailer mailer;

  @Test
  void bothSend() throws Exception {
    PlainTest.both(() -> mailer.send("someone"));
    verify(mailer, times(2)).send("someone");
  }

  @Test
  void bothPut() throws Exception {
    when(store.get()).thenReturn(5);
    PlainTest.both(() -> store.put(store.get()));
    verify(store, times(2)).put(5);
    assertThat(store.get()).isEqualTo(5);
  }
}
