package prim;

/** {@link YieldLoop} that tests and takes the lock in one step. */
public final class YieldLoopOk extends YieldLoop {
  @Override
  void acquire() {
    while (!taken.compareAndSet(false, true)) {
      Thread.yield();
    }
  }

  public static void main(String[] args) throws Exception {
    new YieldLoopOk().run();
  }
}
