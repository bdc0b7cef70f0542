package prim;

import static support.Threads.check;

import java.util.ArrayList;
import java.util.List;
import support.Threads;

/**
 * A driver registers itself in its static initialiser, under the lock of a registry. Another thread that goes through
 * the registry has the lock and needs the driver's class: deadlock if the driver is just being initialised.
 */
public final class ClassInitLock {

  /** Where drivers are registered. */
  static final class Registry {
    static final List<String> NAMES = new ArrayList<>();

    private Registry() {}

    static synchronized void register(String name) {
      NAMES.add(name);
    }

    static synchronized int versions() {
      return NAMES.isEmpty() ? 0 : Driver.version();
    }
  }

  /** One of them. */
  static final class Driver {
    static {
      Registry.register("first");
      Registry.register("second");
    }

    private Driver() {}

    static int version() {
      return 1;
    }
  }

  private ClassInitLock() {}

  public static void main(String[] args) throws Exception {
    Registry.register("built in");
    Threads.runAll(
        () -> check(Driver.version() == 1, "a wrong version"),
        () -> check(Registry.versions() == 1, "another wrong version"));
  }
}
