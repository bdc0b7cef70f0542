import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.ConsoleHandler;
import java.util.logging.Logger;
import javax.management.ObjectName;
import org.junit.Assert;
import org.junit.Test;

/** What tests leave behind when they are over: no framework waits for that, and fray does not either. */
public class LeftTest {
  @Test
  public void pool() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.submit(() -> 1).get();
    pool.submit(() -> 2);
  }

  @Test
  public void periodic() throws Exception {
    CountDownLatch ticks = new CountDownLatch(2);
    Executors.newScheduledThreadPool(1)
        .scheduleAtFixedRate(ticks::countDown, 1, 1, TimeUnit.SECONDS);
    ticks.await();
  }

  @Test
  public void server() throws Exception {
    ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    new Thread(
            () -> {
              try {
                socket.accept();
              } catch (IOException closed) {
                // as it ends
              }
            })
        .start();
  }

  /** A hook that would wait at the end of the JVM for a thread which has long been ended. */
  @Test
  public void hook() {
    CountDownLatch never = new CountDownLatch(1);
    Thread hook =
        new Thread(
            () -> {
              try {
                never.await();
              } catch (InterruptedException ended) {
                throw new IllegalStateException(ended);
              }
            });
    Runtime.getRuntime().addShutdownHook(hook);
  }

  public interface CounterMBean {}

  public static class Counter implements CounterMBean {}

  /** Each execution finds the static state of the JDK as the first one did. */
  @Test
  public void statics() throws Exception {
    Assert.assertNull(Thread.getDefaultUncaughtExceptionHandler());
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> {});
    Logger logger = Logger.getLogger("left");
    Assert.assertEquals(0, logger.getHandlers().length);
    logger.addHandler(new ConsoleHandler());
    ManagementFactory.getPlatformMBeanServer()
        .registerMBean(new Counter(), new ObjectName("left:type=Counter"));
  }

  /** This one is a mistake, though nobody waits for the two. */
  @Test
  public void deadlock() {
    ReentrantLock one = new ReentrantLock();
    ReentrantLock other = new ReentrantLock();
    both(one, other);
    both(other, one);
  }

  private static void both(ReentrantLock first, ReentrantLock second) {
    new Thread(
            () -> {
              first.lock();
              second.lock();
              second.unlock();
              first.unlock();
            })
        .start();
  }

  /** The JVM makes the message when it is asked for, so nothing can be added to it. */
  @Test
  public void nothing() {
    Object nothing = System.getProperty("there.is.no.such.property");
    nothing.hashCode();
  }

  @Test
  public void impatient() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    new Thread(done::countDown).start();
    if (!done.await(1, TimeUnit.HOURS)) {
      throw new AssertionError("not done in time");
    }
  }
}
