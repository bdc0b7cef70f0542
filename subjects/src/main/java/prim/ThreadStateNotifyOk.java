package prim;

/** {@link ThreadStateNotify} with a flag, whatever the other thread is doing. */
public final class ThreadStateNotifyOk extends ThreadStateNotify {

  @Override
  synchronized void receive() throws InterruptedException {
    while (!sent) {
      wait();
    }
  }

  @Override
  synchronized void send() {
    sent = true;
    notify();
  }

  public static void main(String[] args) throws Exception {
    new ThreadStateNotifyOk().run();
  }
}
