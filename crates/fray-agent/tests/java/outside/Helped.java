import java.util.concurrent.locks.LockSupport;

/** Waits, in three ways, for a thread that was there before the program. */
public final class Helped {
  private Helped() {}

  private static Object[] ask(String how) {
    Object[] request = {how, Thread.currentThread()};
    System.getProperties().put("helper.waits", request);
    return request;
  }

  public static void main(String[] args) throws Exception {
    Thread other = new Thread(() -> {});
    other.start();
    ask("unpark");
    LockSupport.park();
    ask("interrupt");
    try {
      Thread.currentThread().join();
    } catch (InterruptedException expected) {
      // that is the help
    }
    Object[] request = ask("notify");
    synchronized (request) {
      while (request[1] != null) {
        request.wait();
      }
    }
    other.join();
  }
}
