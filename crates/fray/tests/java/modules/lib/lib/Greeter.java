package lib;

import java.util.ServiceLoader;

/** A service that another module provides. */
public interface Greeter {
  /** Static state of a library. */
  int[] USES = {0};

  String greet();

  static Greeter find() {
    USES[0]++;
    return ServiceLoader.load(Greeter.class).findFirst().orElseThrow();
  }
}
