import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/** Two threads increment a field whose name others of its class have too, as shrunk programs have them. */
public final class SharesNames {
  public static void main(String[] args) throws Exception {
    try (InputStream in = SharesNames.class.getResourceAsStream("Shared.class")) {
      String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      for (String name : new String[] {"before", "seldom", "behind", "simply", "ending"}) {
        text = text.replace(name, "shared");
      }
      MethodHandles.lookup().defineClass(text.getBytes(StandardCharsets.ISO_8859_1));
    }
    Shared own = new Shared();
    IntSupplier get = Shared::get;
    IntConsumer set = Shared::set;
    if (args[0].equals("own")) {
      get = own::getOwn;
      set = own::setOwn;
    } else if (args[0].equals("plain")) {
      get = own::getPlain;
      set = own::setPlain;
    }
    increments(get, set);
  }

  private static void increments(IntSupplier get, IntConsumer set) throws InterruptedException {
    Runnable increment = () -> set.accept(get.getAsInt() + 1);
    Thread other = new Thread(increment);
    other.start();
    increment.run();
    other.join();
    if (get.getAsInt() != 2) {
      throw new AssertionError("lost an update");
    }
  }
}

/** All fields get the name {@code shared}. */
final class Shared {
  Object before;
  static final Integer seldom = 7;
  static volatile int shared;
  volatile long behind;
  short simply;
  final String ending = toString();

  static int get() {
    return shared;
  }

  static void set(int value) {
    shared = value;
  }

  int getOwn() {
    return (int) behind;
  }

  void setOwn(int value) {
    behind = value;
  }

  int getPlain() {
    return simply;
  }

  void setPlain(int value) {
    simply = (short) value;
  }
}
