import java.util.concurrent.atomic.AtomicInteger;

/** A thread is started while another one has the monitor of its Thread object. */
public class StartsHeld {
  public static void main(String[] args) throws InterruptedException {
    Thread started = new Thread(() -> {});
    AtomicInteger steps = new AtomicInteger();
    Thread other =
        new Thread(
            () -> {
              synchronized (started) {
                steps.incrementAndGet();
                steps.incrementAndGet();
              }
            });
    other.start();
    started.start();
    other.join();
    started.join();
  }
}
