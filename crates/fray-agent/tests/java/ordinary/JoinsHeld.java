/** Joining a thread is waiting on it: whoever has its monitor gives that up meanwhile. */
public class JoinsHeld extends Thread {
  private int entered;

  @Override
  public void run() {
    for (int i = 0; i < 2; i++) {
      synchronized (this) {
        entered++;
      }
    }
  }

  private synchronized void close() throws InterruptedException {
    synchronized (this) {
      join();
      assert holdsLock(this);
    }
    assert holdsLock(this);
    assert !isAlive();
    assert entered == 2;
  }

  public static void main(String[] args) throws InterruptedException {
    JoinsHeld thread = new JoinsHeld();
    synchronized (thread) {
      thread.join(); // not started: nothing to wait for
    }
    thread.start();
    thread.close();
    thread.close();
  }
}
