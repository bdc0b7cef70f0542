package prim;

/** {@link NotifyWrongWaiter} with {@code notifyAll}. */
public final class NotifyWrongWaiterOk extends NotifyWrongWaiter {

  @Override
  void wake() {
    notifyAll();
  }

  public static void main(String[] args) throws Exception {
    new NotifyWrongWaiterOk().run();
  }
}
