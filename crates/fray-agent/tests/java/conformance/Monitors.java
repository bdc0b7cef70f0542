import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Monitors and locks, used wrongly and recursively. */
final class Monitors {
  private Monitors() {}

  static void observe(Conformance c) throws Throwable {
    Object lock = new Object();
    c.thrownAt("wait without the monitor", lock::wait);
    c.thrownAt("timed wait without the monitor", () -> lock.wait(1));
    c.thrownAt("notify without the monitor", lock::notify);
    c.thrownAt("notifyAll without the monitor", lock::notifyAll);
    c.thrown("a negative time", () -> timedWait(lock, -1, 0));
    c.thrown("too many nanoseconds", () -> timedWait(lock, 0, 1_000_000));
    c.thrown("synchronized (null)", () -> enter(null));
    c.note("holdsLock outside", Thread.holdsLock(lock));
    synchronized (lock) {
      synchronized (lock) {
        c.note("holdsLock inside", Thread.holdsLock(lock));
        Conformance.ran(() -> c.note("holdsLock of another thread", Thread.holdsLock(lock)));
      }
      c.note("holdsLock after one exit", Thread.holdsLock(lock));
    }
    c.thrown("an exception leaves", () -> leave(lock));
    c.note("holdsLock after an exception", Thread.holdsLock(lock));
    recursiveWait(c, lock);
    locks(c);
  }

  private static void timedWait(Object lock, long millis, int nanos) throws InterruptedException {
    synchronized (lock) {
      lock.wait(millis, nanos);
    }
  }

  private static void enter(Object lock) {
    synchronized (lock) {
      throw new IllegalStateException("entered");
    }
  }

  private static synchronized void leave(Object lock) {
    synchronized (lock) {
      throw new IllegalStateException("left");
    }
  }

  private static void recursiveWait(Conformance c, Object lock) throws Throwable {
    boolean[] told = new boolean[1];
    Thread teller;
    synchronized (lock) {
      synchronized (lock) {
        teller =
            Conformance.started(
                () -> {
                  synchronized (lock) {
                    told[0] = true;
                    lock.notifyAll();
                  }
                });
        while (!told[0]) {
          lock.wait();
        }
      }
      c.note("the monitor after a recursive wait", Thread.holdsLock(lock));
    }
    teller.join();
  }

  private static void locks(Conformance c) throws Throwable {
    ReentrantLock lock = new ReentrantLock();
    Condition condition = lock.newCondition();
    c.thrown("unlock without the lock", lock::unlock);
    c.thrown("await without the lock", condition::await);
    c.thrown("signal without the lock", condition::signal);
    lock.lock();
    lock.lock();
    c.note("hold count", lock.getHoldCount());
    Conformance.ran(() -> c.note("tryLock of another thread", lock.tryLock()));
    Conformance.ran(() -> c.thrown("unlock by another thread", lock::unlock));
    lock.unlock();
    c.note("locked after one unlock", lock.isLocked());
    lock.unlock();
    ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    c.thrown("unlock of a read lock", () -> both.readLock().unlock());
    c.thrown("condition of a read lock", () -> both.readLock().newCondition());
    both.writeLock().lock();
    both.readLock().lock();
    both.writeLock().unlock();
    c.note("readers after a downgrade", both.getReadLockCount());
    both.readLock().unlock();
  }
}
