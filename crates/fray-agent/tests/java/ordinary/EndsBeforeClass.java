/** Threads that need a class when the program ends: one has begun to initialise it, another has not even begun to run. */
public class EndsBeforeClass {
  static final Object LOCK = new Object();

  static class Needed {
    static {
      synchronized (LOCK) {
        LOCK.notifyAll();
      }
    }

    static void touch() {}
  }

  public static void main(String[] args) {
    synchronized (LOCK) {
      start();
      start();
      Thread.yield();
    }
  }

  private static void start() {
    Thread daemon = new Thread(Needed::touch);
    daemon.setDaemon(true);
    daemon.start();
  }
}
