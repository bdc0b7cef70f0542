import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads run in circles until another one's time has come, which must not be a livelock; and nobody gives up who waits
 * for much longer.
 */
public final class Circles {
  private static final Object monitor = new Object();
  private static final ReentrantLock lock = new ReentrantLock();
  private static volatile boolean flag;
  private static boolean guarded;

  private Circles() {}

  public static void main(String[] args) throws Exception {
    // Parks; the other one reads.
    Thread parks =
        new Thread(
            () -> {
              LockSupport.parkNanos(1);
              flag = true;
            });
    parks.start();
    while (!flag) {}
    parks.join();

    // Polls with pauses of its own beside one that spins, both for one that sleeps.
    flag = false;
    Thread sleeps =
        new Thread(
            () -> {
              sleep(100);
              flag = true;
            });
    Thread polls =
        new Thread(
            () -> {
              while (!flag) {
                sleep(1);
              }
            });
    sleeps.start();
    polls.start();
    while (!flag) {
      Thread.onSpinWait();
    }
    polls.join(3_600_000);
    sleeps.join(3_600_000);
    if (polls.isAlive() || sleeps.isAlive()) {
      throw new AssertionError("gave up");
    }

    // Waits; the others look in turn, each with a lock that the other one may want.
    Thread waits =
        new Thread(
            () -> {
              synchronized (monitor) {
                try {
                  monitor.wait(20);
                } catch (InterruptedException impossible) {
                  throw new IllegalStateException(impossible);
                }
              }
              lock.lock();
              guarded = true;
              lock.unlock();
            });
    Thread looks = new Thread(Circles::look);
    waits.start();
    looks.start();
    look();
    looks.join();
    waits.join();
  }

  private static void look() {
    for (boolean seen = false; !seen; ) {
      synchronized (monitor) {
        lock.lock();
        seen = guarded;
        lock.unlock();
      }
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
