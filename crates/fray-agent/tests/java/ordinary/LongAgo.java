import java.util.Date;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Waits until moments that are over, however far back, and asks nobody for processors. */
public class LongAgo {
  public static void main(String[] args) throws InterruptedException {
    for (long moment : new long[] {Long.MIN_VALUE, Long.MIN_VALUE / 2, -1, 0, 1}) {
      LockSupport.parkUntil(moment);
      ReentrantLock lock = new ReentrantLock();
      lock.lock();
      lock.newCondition().awaitUntil(new Date(moment));
      lock.unlock();
    }
    Runtime nobody = null;
    try {
      nobody.availableProcessors();
    } catch (NullPointerException expected) {
      return;
    }
    throw new AssertionError("nobody has processors");
  }
}
