import java.util.concurrent.atomic.AtomicInteger;
import java.util.prefs.Preferences;

/** Preferences, for which the JDK starts a thread of its own when they are first used. */
public final class AsksPreferences {
  private AsksPreferences() {}

  public static void main(String[] args) throws InterruptedException {
    AtomicInteger asked = new AtomicInteger();
    Runnable ask = () -> asked.addAndGet(Preferences.userRoot().isUserNode() ? 1 : 0);
    Thread one = new Thread(ask);
    Thread two = new Thread(ask);
    one.start();
    two.start();
    one.join();
    two.join();
    if (asked.get() != 2) {
      throw new AssertionError("not the user's");
    }
  }
}
