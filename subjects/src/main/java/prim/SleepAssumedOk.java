package prim;

/** {@link SleepAssumed} that sleeps too, but relies on the latch. */
public final class SleepAssumedOk extends SleepAssumed {

  @Override
  void await() throws InterruptedException {
    super.await();
    set.await();
  }

  public static void main(String[] args) throws Exception {
    new SleepAssumedOk().run();
  }
}
