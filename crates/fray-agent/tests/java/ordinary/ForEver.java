import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The largest numbers mean for ever: only an interrupt ends these. */
public class ForEver {
  interface Waiting {
    void run() throws Exception;
  }

  public static void main(String[] args) throws InterruptedException {
    Object lock = new Object();
    endsByInterrupt(() -> Thread.sleep(Long.MAX_VALUE));
    endsByInterrupt(() -> Thread.sleep(Long.MAX_VALUE, 999_999));
    endsByInterrupt(() -> TimeUnit.DAYS.sleep(Long.MAX_VALUE));
    endsByInterrupt(
        () -> {
          synchronized (lock) {
            while (true) {
              lock.wait(Long.MAX_VALUE);
            }
          }
        });
    Thread parks =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                LockSupport.parkUntil(Long.MAX_VALUE);
              }
            });
    parks.start();
    parks.interrupt();
    parks.join(Long.MAX_VALUE);
    assert !parks.isAlive();
  }

  private static void endsByInterrupt(Waiting waiting) throws InterruptedException {
    Thread thread =
        new Thread(
            () -> {
              try {
                waiting.run();
                throw new AssertionError("it is not for ever");
              } catch (InterruptedException interrupt) {
                // as it should be
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    thread.start();
    thread.interrupt();
    thread.join();
  }
}
