import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has no static state. How many steps it makes depends on identity hash codes that live as long as
 * its classes: of a class, and of lambdas that capture nothing, one of which is a lock too.
 */
public class Forgetful {
  private final AtomicInteger balance = new AtomicInteger(100);
  private volatile int noise;

  static class Other {}

  private void withdraw(int amount) {
    if (balance.get() >= amount) {
      balance.addAndGet(-amount);
    }
  }

  private void makeNoise(int times) {
    for (int i = 0; i < times; i++) {
      noise = i;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Forgetful account = new Forgetful();
    Runnable lambda = () -> {};
    Runnable lock = () -> {};
    account.makeNoise((Other.class.hashCode() & 3) + (System.identityHashCode(lambda) & 3));
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      int amount = 24 + i;
      threads[i] =
          new Thread(
              () -> {
                synchronized (lock) {
                  account.makeNoise(1);
                }
                account.withdraw(amount);
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    account.makeNoise(System.identityHashCode(lock) & 3);
    assert account.balance.get() >= 0 : "the balance is " + account.balance;
  }
}
