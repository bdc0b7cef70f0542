package app;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.logging.Logger;
import lib.Greeter;

/** Fails with an error unless all classes are new and its modules are as they should be. */
public class Main {
  private static int runs;
  private static volatile int count;

  public static void main(String[] args) throws Exception {
    check(++runs == 1, "classes of the program are old");
    check(Greeter.find().greet().equals("hello 1"), "a class of the service is old");
    check(Greeter.USES[0] == 1, "a class of the library is old");
    Module module = Main.class.getModule();
    check(module.getName().equals("lab.app"), "name");
    check(module.canRead(Greeter.class.getModule()), "reads");
    check(module.getLayer().findModule("lab.app").orElseThrow() == module, "layer");
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    check(Main.class.getClassLoader() == loader, "loader");
    check(module.isOpen("app", loader.getUnnamedModule()), "open by an option");
    check(!module.isExported("app"), "exported");
    ArrayList.class.getDeclaredField("size").setAccessible(true); // by an option
    try (InputStream in = Main.class.getResourceAsStream("Main.class")) {
      check(in != null && in.read() == 0xCA, "resource");
    }
    Logger.getLogger("lab").fine("all is well");
    Thread thread = new Thread(() -> count++);
    thread.start();
    count++;
    thread.join();
    if (count != 2) {
      throw new IllegalStateException("an update was lost");
    }
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
