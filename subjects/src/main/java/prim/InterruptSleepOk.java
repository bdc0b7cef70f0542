package prim;

/** {@link InterruptSleep} that restores the interrupt status. */
public final class InterruptSleepOk extends InterruptSleep {

  @Override
  void interruptedInPause() {
    Thread.currentThread().interrupt();
  }

  public static void main(String[] args) throws Exception {
    new InterruptSleepOk().run();
  }
}
