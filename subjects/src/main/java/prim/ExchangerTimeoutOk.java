package prim;

import java.util.concurrent.TimeoutException;

/** {@link ExchangerTimeout} that keeps its item when the time is over. */
public final class ExchangerTimeoutOk extends ExchangerTimeout {
  @Override
  int swap(int item) throws InterruptedException {
    try {
      return super.swap(item);
    } catch (TimeoutException e) {
      return item;
    }
  }

  public static void main(String[] args) throws Exception {
    new ExchangerTimeoutOk().run();
  }
}
