package sct;

/** {@link WrongLock} with one lock for all. */
public final class WrongLockOk {

  public static void main(String[] args) throws Exception {
    Object lock = new Object();
    new WrongLockProgram(lock, lock).run(7);
  }
}
