import java.util.Collection;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Looks at locks, parked threads, maps and pools again and again until another thread has got on. */
public class LooksAtLocks {
  static class Watched extends ReentrantLock {
    Thread owner() {
      return getOwner();
    }

    Collection<Thread> waiting() {
      return getQueuedThreads();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    readersAndWriters();
    owners();
    blockers();
    maps();
    queues();
  }

  private static void readersAndWriters() throws InterruptedException {
    ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    lock.writeLock().lock();
    Thread reader =
        started(
            () -> {
              lock.readLock().lock();
              lock.readLock().unlock();
            });
    while (!lock.hasQueuedThread(reader)) {}
    lock.writeLock().unlock();
    reader.join();
  }

  private static void owners() throws InterruptedException {
    Watched lock = new Watched();
    CountDownLatch seen = new CountDownLatch(1);
    Runnable locks =
        () -> {
          lock.lock();
          try {
            seen.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          } finally {
            lock.unlock();
          }
        };
    Thread first = started(locks);
    while (lock.owner() != first) {}
    Thread second = started(locks);
    while (lock.waiting().isEmpty()) {}
    seen.countDown();
    first.join();
    second.join();
  }

  private static void blockers() throws InterruptedException {
    Object blocker = new Object();
    CountDownLatch seen = new CountDownLatch(1);
    Thread parked =
        started(
            () -> {
              while (seen.getCount() > 0) {
                LockSupport.park(blocker);
              }
            });
    while (LockSupport.getBlocker(parked) != blocker) {}
    seen.countDown();
    LockSupport.unpark(parked);
    parked.join();
  }

  private static void maps() throws InterruptedException {
    ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
    Thread writer = started(() -> map.put(1, 2));
    while (map.isEmpty()) {}
    while (map.get(1) == null) {}
    writer.join();
  }

  private static void queues() {
    ForkJoinPool pool = new ForkJoinPool(1);
    ForkJoinTask<?> task = pool.submit(() -> {});
    while (pool.getQueuedSubmissionCount() > 0) {}
    task.join();
  }

  private static Thread started(Runnable body) {
    Thread thread = new Thread(body);
    thread.start();
    return thread;
  }
}
