import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Who notices an interrupt, how, and what is left of it. */
final class Interrupts {
  private Interrupts() {}

  static void observe(Conformance c) throws Throwable {
    pending(c);
    whileBlocked(c);
    Thread self = Thread.currentThread();
    self.interrupt();
    c.note("isInterrupted", self.isInterrupted());
    c.note("isInterrupted again", self.isInterrupted());
    c.note("interrupted", Thread.interrupted());
    c.note("interrupted again", Thread.interrupted());
    Thread ended = Conformance.ran(() -> {});
    ended.interrupt();
    Thread fresh = Conformance.made(() -> c.note("interrupted before the start", Thread.interrupted()));
    c.note("a new thread is interrupted", fresh.isInterrupted());
    fresh.start();
    fresh.join();
  }

  /** An interrupt that is there already. */
  private static void pending(Conformance c) throws Throwable {
    Object lock = new Object();
    pending(c, "sleep", () -> Thread.sleep(1000));
    pending(c, "sleep of no time", () -> Thread.sleep(0));
    pending(c, "wait", () -> waitOn(lock, 0));
    pending(c, "timed wait", () -> waitOn(lock, 1000));
    pending(c, "join of oneself", () -> Thread.currentThread().join());
    pending(c, "lockInterruptibly", () -> new ReentrantLock().lockInterruptibly());
    pending(c, "await of a latch", () -> new CountDownLatch(1).await());
    pending(c, "await of an open latch", () -> new CountDownLatch(0).await());
    pending(c, "acquire", () -> new Semaphore(1).acquire());
    pending(c, "take", () -> new ArrayBlockingQueue<>(1).take());
    pending(c, "await of a barrier", () -> new CyclicBarrier(2).await());
    pending(c, "park", LockSupport::park);
    pending(c, "lock", () -> new ReentrantLock().lock());
    pending(c, "sleep of a unit", () -> TimeUnit.SECONDS.sleep(1));
  }

  private static void pending(Conformance c, String what, Conformance.Body body) {
    Thread.currentThread().interrupt();
    c.thrown(what, body);
    c.note(what + ", status", Thread.interrupted());
  }

  private static void waitOn(Object lock, long millis) throws InterruptedException {
    synchronized (lock) {
      lock.wait(millis);
    }
  }

  /** An interrupt that comes while the thread waits. */
  private static void whileBlocked(Conformance c) throws Throwable {
    Object lock = new Object();
    blocked(c, "a wait", () -> waitOn(lock, 0));
    blocked(c, "a park", LockSupport::park);
    blocked(c, "a latch", () -> new CountDownLatch(1).await());
    blocked(c, "a queue", () -> new ArrayBlockingQueue<>(1).take());
    Thread main = Thread.currentThread();
    blocked(c, "a join", main::join);
  }

  private static void blocked(Conformance c, String what, Conformance.Body body) throws Throwable {
    Thread thread =
        Conformance.started(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                try {
                  body.run();
                } catch (InterruptedException expected) {
                  c.note("interrupt in " + what, expected);
                  break;
                }
              }
              c.note("status after " + what, Thread.interrupted());
            });
    Conformance.await(thread, Thread.State.WAITING);
    thread.interrupt();
    thread.join();
  }
}
