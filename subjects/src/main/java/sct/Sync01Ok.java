package sct;

/** {@link Sync01} that tests and waits under the lock, in a loop. */
public final class Sync01Ok extends Sync01 {

  @Override
  void consume() throws InterruptedException {
    lock.lock();
    try {
      while (items == 0) {
        filled.await();
      }
      items--;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] args) throws Exception {
    new Sync01Ok().run();
  }
}
