package prim;

import java.util.concurrent.Semaphore;
import support.Threads;

/**
 * Two threads take two permits each, one after the other, of two in all: deadlock when each has
 * one.
 */
public class SemaphorePermits {
  final Semaphore semaphore = new Semaphore(2);

  void acquireBoth() throws InterruptedException {
    semaphore.acquire();
    semaphore.acquire();
  }

  private void use() throws InterruptedException {
    acquireBoth();
    semaphore.release(2);
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::use, this::use);
  }

  public static void main(String[] args) throws Exception {
    new SemaphorePermits().run();
  }
}
