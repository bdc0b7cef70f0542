package prim;

/** {@link ShutdownHookLock} that asks for the end of the program when it has left the lock. */
public final class ShutdownHookLockOk extends ShutdownHookLock {

  @Override
  void giveUp() {}

  @Override
  void leave() {
    System.exit(0);
  }

  public static void main(String[] args) throws Exception {
    new ShutdownHookLockOk().run();
  }
}
