package prim;

/** {@link StampedView} that waits for the write lock. */
public final class StampedViewOk extends StampedView {

  @Override
  void write() {
    lock.unlockWrite(lock.writeLock());
  }

  public static void main(String[] args) throws Exception {
    new StampedViewOk().run();
  }
}
