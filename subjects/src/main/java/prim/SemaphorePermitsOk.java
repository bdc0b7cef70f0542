package prim;

/** {@link SemaphorePermits} that takes both permits at once. */
public final class SemaphorePermitsOk extends SemaphorePermits {

  @Override
  void acquireBoth() throws InterruptedException {
    semaphore.acquire(2);
  }

  public static void main(String[] args) throws Exception {
    new SemaphorePermitsOk().run();
  }
}
