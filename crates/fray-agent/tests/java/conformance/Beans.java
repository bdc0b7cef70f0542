import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.stream.LongStream;

/** What the JVM's own bean says of the program's threads. */
public final class Beans {
  private Beans() {}

  private static void check(boolean right, String what) {
    if (!right) {
      throw new AssertionError(what);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    Object lock = new Object();
    Thread other =
        new Thread(
            () -> {
              synchronized (lock) {
                lock.notifyAll();
              }
            },
            "other");
    long[] both = {Thread.currentThread().getId(), other.getId()};
    synchronized (lock) {
      other.start();
      ThreadInfo[] infos = bean.getThreadInfo(both);
      check(infos[0].getThreadName().equals("main"), "main is not known");
      check(infos[1].getThreadName().equals("other"), "the other thread is not known");
      LongStream ids = Arrays.stream(bean.getAllThreadIds());
      check(ids.filter(id -> id == both[0] || id == both[1]).count() == 2, "not listed");
      check(bean.getThreadCount() >= 2, "not counted");
      check(bean.getThreadCpuTime(both[1]) >= 0, "no processor time");
      check(bean.findDeadlockedThreads() == null, "a deadlock");
      lock.wait();
    }
    other.join();
    check(bean.getThreadInfo(both[1]) == null, "it has ended");
  }
}
