package prim;

/** {@link SemaphoreOverRelease} that gives back only what it got. */
public final class SemaphoreOverReleaseOk extends SemaphoreOverRelease {

  @Override
  void tryUse() {
    if (semaphore.tryAcquire()) {
      semaphore.release();
    }
  }

  public static void main(String[] args) throws Exception {
    new SemaphoreOverReleaseOk().run();
  }
}
