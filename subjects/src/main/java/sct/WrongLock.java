package sct;

/**
 * {@link WrongLockProgram} with 7 writers under the wrong lock: fails when one writes between the
 * checker's write and its check.
 */
public final class WrongLock {

  public static void main(String[] args) throws Exception {
    new WrongLockProgram(new Object(), new Object()).run(7);
  }
}
