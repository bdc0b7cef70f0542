import java.lang.instrument.Instrumentation;
import java.util.concurrent.locks.LockSupport;

/**
 * An agent whose thread is there before the program is. Whatever the program puts into the system
 * properties under its name it helps, a little later.
 */
public final class Helper {
  static final String WAITS = "helper.waits";

  private Helper() {}

  public static void premain(String args, Instrumentation instrumentation) {
    Thread thread = new Thread(Helper::help, "helper");
    thread.setDaemon(true);
    thread.start();
  }

  private static void help() {
    while (true) {
      pause(20);
      Object[] request = (Object[]) System.getProperties().remove(WAITS);
      if (request != null) {
        pause(150);
        Thread thread = (Thread) request[1];
        switch ((String) request[0]) {
          case "unpark" -> LockSupport.unpark(thread);
          case "interrupt" -> thread.interrupt();
          default -> {
            synchronized (request) {
              request[1] = null;
              request.notifyAll();
            }
          }
        }
      }
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }
}
