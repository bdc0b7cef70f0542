import java.lang.invoke.MethodHandles;
import java.lang.reflect.Modifier;
import java.util.Vector;

/** Reflection shows which methods are synchronized: of the program's and of the JDK's classes. */
public class ShowsModifiers {
  static class Part {
    synchronized void locked(int[] some, String text) {}

    void locked(int[] some) {}

    static synchronized long all() {
      return 0;
    }
  }

  private static void demand(boolean expected, Class<?> type, String name, Class<?>... parameters)
      throws Exception {
    int modifiers = type.getDeclaredMethod(name, parameters).getModifiers();
    if (Modifier.isSynchronized(modifiers) != expected) {
      throw new AssertionError(type + "." + name + " " + Modifier.toString(modifiers));
    }
  }

  private static void look(Class<?> part) throws Exception {
    demand(true, part, "locked", int[].class, String.class);
    demand(false, part, "locked", int[].class);
    demand(true, part, "all");
  }

  public static void main(String[] args) throws Exception {
    look(Part.class);
    String path = "ShowsModifiers$Part.class";
    byte[] file = ShowsModifiers.class.getResourceAsStream(path).readAllBytes();
    look(MethodHandles.lookup().defineHiddenClass(file, true).lookupClass());
    demand(true, Vector.class, "add", Object.class);
    demand(false, Vector.class, "add", int.class, Object.class);
    demand(true, StringBuffer.class, "append", String.class);
    String text = Vector.class.getMethod("size").toString();
    if (!text.equals("public synchronized int java.util.Vector.size()")) {
      throw new AssertionError(text);
    }
  }
}
