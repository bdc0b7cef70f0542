package sct;

/** {@link WrongLock3} with one lock for all. */
public final class WrongLock3Ok {

  public static void main(String[] args) throws Exception {
    Object lock = new Object();
    new WrongLockProgram(lock, lock).run(3);
  }
}
