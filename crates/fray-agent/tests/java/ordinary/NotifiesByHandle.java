import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Threads are notified by method handles, however these are found. */
public class NotifiesByHandle {
  private static boolean ready;

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodType type = MethodType.methodType(void.class);
    Object lock = new Object();
    MethodHandle[] handles = {
      lookup.findVirtual(Object.class, "notify", type).bindTo(lock),
      lookup.findVirtual(Object.class, "notifyAll", type).bindTo(lock),
      lookup.bind(lock, "notify", type),
      lookup.unreflect(Object.class.getMethod("notifyAll")).bindTo(lock),
    };
    for (MethodHandle handle : handles) {
      ready = false;
      Thread waiter = new Thread(() -> await(lock));
      waiter.start();
      synchronized (lock) {
        ready = true;
        handle.invoke();
      }
      waiter.join();
    }
    try {
      handles[0].invoke();
      throw new AssertionError("the monitor is not held");
    } catch (IllegalMonitorStateException expected) {
      // As without a handle.
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
