package prim;

import static support.Threads.check;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import support.Threads;

/**
 * Tests its flag with {@code if} around {@link Condition#await}. There is only one signal, and it
 * comes after the flag is set: only a spurious wake-up shows the bug.
 */
public class SpuriousAwait {
  private final ReentrantLock lock = new ReentrantLock();
  final Condition changed = lock.newCondition();
  boolean ready;

  private void set() {
    lock.lock();
    try {
      ready = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  void awaitReady() throws InterruptedException {
    if (!ready) {
      changed.await();
    }
  }

  private void use() throws InterruptedException {
    lock.lock();
    try {
      awaitReady();
      check(ready, "woken up before it is ready");
    } finally {
      lock.unlock();
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::use, this::set);
  }

  public static void main(String[] args) throws Exception {
    new SpuriousAwait().run();
  }
}
