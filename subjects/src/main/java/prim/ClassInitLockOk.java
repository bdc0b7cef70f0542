package prim;

import static support.Threads.check;

import java.util.ArrayList;
import java.util.List;
import support.Threads;

/** {@link ClassInitLock} that asks the driver when it has left the registry. */
public final class ClassInitLockOk {

  /** Where drivers are registered. */
  static final class Registry {
    static final List<String> NAMES = new ArrayList<>();

    private Registry() {}

    static synchronized void register(String name) {
      NAMES.add(name);
    }

    static synchronized boolean isEmpty() {
      return NAMES.isEmpty();
    }

    static int versions() {
      return isEmpty() ? 0 : Driver.version();
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

  private ClassInitLockOk() {}

  public static void main(String[] args) throws Exception {
    Registry.register("built in");
    Threads.runAll(
        () -> check(Driver.version() == 1, "a wrong version"),
        () -> check(Registry.versions() == 1, "another wrong version"));
  }
}
