package sct;

/** {@link Sync02} that waits for the lock, so that every item is signalled. */
public final class Sync02Ok extends Sync02 {

  @Override
  boolean acquire() {
    lock.lock();
    return true;
  }

  public static void main(String[] args) throws Exception {
    new Sync02Ok().run();
  }
}
