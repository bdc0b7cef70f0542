/**
 * The program ends while threads of it are in loops that catch whatever comes: nothing that fray throws
 * is any of their business.
 */
public class CatchesAll {
  public static void main(String[] args) {
    Object lock = new Object();
    daemon(() -> waits(lock));
    daemon(CatchesAll::sleeps);
    daemon(CatchesAll::spins);
    new Thread(() -> System.exit(0)).start();
    waits(lock); // main itself is left there
  }

  private static void daemon(Runnable body) {
    Thread thread = new Thread(body);
    thread.setDaemon(true);
    thread.start();
  }

  private static void waits(Object lock) {
    while (true) {
      try {
        synchronized (lock) {
          lock.wait();
        }
      } catch (Throwable error) {
        System.out.println("caught " + error);
      }
    }
  }

  private static void sleeps() {
    while (true) {
      try {
        Thread.sleep(1000);
      } catch (RuntimeException | Error error) {
        System.out.println("caught " + error);
      } catch (InterruptedException error) {
        return;
      }
    }
  }

  private static void spins() {
    while (true) {
      try {
        Thread.onSpinWait();
      } catch (Throwable error) {
        System.out.println("caught " + error);
      }
    }
  }
}
