import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Waits for what the handler of a signal does. The JVM makes the thread that calls it only when the signal has come,
 * from this program or from another process, also late.
 */
public class Signalled {
  private static final Object LOCK = new Object();
  private static boolean handled;

  public static void main(String[] args) throws Exception {
    Signal signal = new Signal("USR1");
    switch (args[0]) {
      case "latch" -> {
        CountDownLatch done = new CountDownLatch(1);
        isFirst(Signal.handle(signal, any -> done.countDown()));
        Signal.raise(signal);
        done.await();
      }
      case "notify" -> {
        isFirst(Signal.handle(signal, any -> tell()));
        Signal.raise(signal);
        synchronized (LOCK) {
          while (!handled) {
            LOCK.wait();
          }
        }
      }
      case "process" -> {
        CountDownLatch done = new CountDownLatch(1);
        isFirst(Signal.handle(signal, any -> done.countDown()));
        String kill = "kill -USR1 " + ProcessHandle.current().pid();
        new ProcessBuilder("sh", "-c", kill + "; sleep 0.02; " + kill).start();
        done.await();
      }
      case "stays" -> {
        CountDownLatch done = new CountDownLatch(1);
        isFirst(Signal.handle(signal, any -> new Thread(() -> stay(done)).start()));
        Signal.raise(signal);
        done.await();
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void isFirst(SignalHandler before) {
    if (before != SignalHandler.SIG_DFL) {
      throw new AssertionError("there is a handler: " + before);
    }
  }

  private static void stay(CountDownLatch done) {
    done.countDown();
    while (true) {
      LockSupport.park();
    }
  }

  private static void tell() {
    synchronized (LOCK) {
      handled = true;
      LOCK.notifyAll();
    }
  }
}
