package prim;

/** {@link DelayedWakeup} that looks again whenever it wakes up. The last value put stays. */
public final class DelayedWakeupOk extends DelayedWakeup {

  @Override
  void awaitValue() throws InterruptedException {
    while (isEmpty()) {
      wait();
    }
  }

  public static void main(String[] args) throws Exception {
    new DelayedWakeupOk().run();
  }
}
