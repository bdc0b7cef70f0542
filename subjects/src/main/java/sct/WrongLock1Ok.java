package sct;

/** {@link WrongLock1} with one lock for all. */
public final class WrongLock1Ok {

  public static void main(String[] args) throws Exception {
    Object lock = new Object();
    new WrongLockProgram(lock, lock).run(1);
  }
}
