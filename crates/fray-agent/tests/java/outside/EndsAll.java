import java.util.concurrent.CountDownLatch;
import sun.misc.Signal;

/** The handler of a signal, which the JVM calls on a thread of its own, ends the JVM. */
public class EndsAll {
  public static void main(String[] args) throws InterruptedException {
    int status = Integer.parseInt(args[1]);
    boolean halts = args[0].equals("halt");
    Signal signal = new Signal("USR1");
    Signal.handle(signal, any -> end(halts, status));
    Signal.raise(signal);
    new CountDownLatch(1).await();
  }

  private static void end(boolean halts, int status) {
    if (halts) {
      Runtime.getRuntime().halt(status);
    } else {
      System.exit(status);
    }
  }
}
