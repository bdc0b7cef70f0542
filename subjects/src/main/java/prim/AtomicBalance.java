package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicInteger;
import support.Threads;

/**
 * Two withdrawals from an atomic balance that is enough for one: both see enough, and the balance
 * becomes negative.
 */
public class AtomicBalance {
  final AtomicInteger balance = new AtomicInteger(100);

  void withdraw(int amount) {
    if (balance.get() >= amount) {
      balance.addAndGet(-amount);
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(() -> withdraw(60), () -> withdraw(70));
    check(balance.get() >= 0, "the balance is negative");
  }

  public static void main(String[] args) throws Exception {
    new AtomicBalance().run();
  }
}
