package prim;

/** {@link InterruptWait} that counts the waiter out in any case. */
public final class InterruptWaitOk extends InterruptWait {

  @Override
  synchronized void pass() throws InterruptedException {
    waiting++;
    try {
      while (!open) {
        wait();
      }
    } finally {
      waiting--;
      notifyAll();
    }
  }

  public static void main(String[] args) throws Exception {
    new InterruptWaitOk().run();
  }
}
