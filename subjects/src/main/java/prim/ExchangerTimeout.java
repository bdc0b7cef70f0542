package prim;

import static support.Threads.check;

import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import support.Threads;

/** Believes that its partner comes within a second, and fails when the time is over. */
public class ExchangerTimeout {
  final Exchanger<Integer> exchanger = new Exchanger<>();
  private int first = 1;
  private int second = 2;

  int swap(int item) throws InterruptedException, TimeoutException {
    return exchanger.exchange(item, 1, TimeUnit.SECONDS);
  }

  final void run() throws InterruptedException {
    Threads.runAll(() -> first = swap(first), () -> second = swap(second));
    check(first + second == 3, "an item is lost");
  }

  public static void main(String[] args) throws Exception {
    new ExchangerTimeout().run();
  }
}
