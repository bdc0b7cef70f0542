import java.lang.reflect.Method;

/**
 * A reflective call wakes one thread and not two, also when reflection has made code of its own for a
 * method that is called often. Run it without spurious wake-ups.
 */
public class NotifiesOneOften {
  /** Before JDK 18 the code is made behind the fifteenth call. */
  private static final int OFTEN = 20;

  private static int waiting;
  private static int woken;

  public static void main(String[] args) throws Exception {
    Object lock = new Object();
    Method one = Object.class.getMethod("notify");
    Method timed = Object.class.getMethod("wait", long.class);
    synchronized (lock) {
      for (int i = 0; i < OFTEN; i++) {
        one.invoke(lock);
        timed.invoke(lock, 1L);
      }
    }
    for (int i = 0; i < 2; i++) {
      Thread thread = new Thread(() -> await(lock, timed));
      thread.setDaemon(true);
      thread.start();
    }
    boolean notified = false;
    while (!notified) {
      synchronized (lock) {
        if (waiting == 2) {
          one.invoke(lock);
          notified = true;
        }
      }
      Thread.yield();
    }
    for (int i = 0; i < OFTEN; i++) {
      synchronized (lock) {
        assert woken < 2 : "both were woken";
      }
      Thread.yield();
    }
  }

  private static void await(Object lock, Method timed) {
    synchronized (lock) {
      waiting++;
      try {
        timed.invoke(lock, 0L);
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
      woken++;
    }
  }
}
