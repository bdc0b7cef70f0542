/** Threads are notified by a reflective call. */
public class NotifiesByReflection {
  private static boolean ready;

  public static void main(String[] args) throws Exception {
    for (String name : new String[] {"notify", "notifyAll"}) {
      ready = false;
      Object lock = new Object();
      Thread waiter = new Thread(() -> await(lock));
      waiter.start();
      synchronized (lock) {
        ready = true;
        Object.class.getMethod(name).invoke(lock);
      }
      waiter.join();
    }
  }

  private static void await(Object lock) {
    synchronized (lock) {
      while (!ready) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
    }
  }
}
