/**
 * A static initialiser starts a thread and then sets what the thread needs. The thread needs no class that is
 * being initialised, so it may be too early.
 */
public final class StartsInside {
  private StartsInside() {}

  private static final class Settings {
    static volatile int size;
  }

  private static final class Reader implements Runnable {
    @Override
    public void run() {
      if (Settings.size == 0) {
        throw new AssertionError("too early");
      }
    }
  }

  private static final class Service {
    static {
      new Thread(new Reader()).start();
      Settings.size = 1;
    }

    static void touch() {}
  }

  public static void main(String[] args) {
    Service.touch();
  }
}
