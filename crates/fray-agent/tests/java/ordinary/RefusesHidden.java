import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.Arrays;
import java.util.concurrent.Callable;

/** What cannot be a hidden class is refused as on a plain JVM. */
public class RefusesHidden {
  static class Part {
    volatile int field;
  }

  private static void fails(Class<?> expected, Callable<?> definition) {
    try {
      definition.call();
    } catch (Throwable error) {
      if (error.getClass() != expected) {
        throw new AssertionError(expected + " and not " + error, error);
      }
      return;
    }
    throw new AssertionError("no " + expected);
  }

  public static void main(String[] args) throws Exception {
    Lookup lookup = MethodHandles.lookup();
    String path = "RefusesHidden$Part.class";
    byte[] file = RefusesHidden.class.getResourceAsStream(path).readAllBytes();
    byte[] cut = Arrays.copyOf(file, file.length - 20);
    fails(NullPointerException.class, () -> lookup.defineHiddenClass(null, true));
    fails(
        NullPointerException.class,
        () -> lookup.defineHiddenClassWithClassData(file, null, true));
    fails(ClassFormatError.class, () -> lookup.defineHiddenClass(new byte[100], true));
    fails(ClassFormatError.class, () -> lookup.defineHiddenClass(cut, true));
    Lookup weak = MethodHandles.publicLookup();
    fails(IllegalAccessException.class, () -> weak.defineHiddenClass(file, true));
    lookup.defineHiddenClass(file, true);
  }
}
