import java.util.concurrent.CountDownLatch;
import sun.misc.Signal;

/** The handlers of several signals, each on a thread of its own, end the JVM at the same time. */
public class EndsOften {
  private static final String[] NAMES = {"USR2", "HUP", "WINCH", "CONT"};

  public static void main(String[] args) throws InterruptedException {
    for (String name : NAMES) {
      Signal.handle(new Signal(name), any -> Runtime.getRuntime().halt(0));
    }
    for (String name : NAMES) {
      Signal.raise(new Signal(name));
    }
    new CountDownLatch(1).await();
  }
}
