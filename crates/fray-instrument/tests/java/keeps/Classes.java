import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/** Classes that remember something, and classes that do not. Which is which says the name. */
class Classes {
  static class ForgetsFields {
    int count;
    volatile ForgetsFields next;

    synchronized int count(int more) {
      return count += more;
    }
  }

  static class ForgetsConstants {
    static final int LIMIT = 3;
    static final String NAME = "name";
    static final long COMPUTED;
    static final double HALF;

    static {
      int two = 2;
      COMPUTED = two > 1 ? (long) two << 40 : -two;
      HALF = 1 / (double) two;
    }
  }

  static class ForgetsAssertions {
    void check(int value) {
      assert value > 0 : value;
    }
  }

  static class ForgetsLambdas {
    IntSupplier zero() {
      return () -> 0;
    }

    String text(int value) {
      return "value " + value;
    }
  }

  record ForgetsRecord(int a, String b) {}

  interface ForgetsInterface {
    int ONE = 1;

    static int one() {
      return ONE;
    }
  }

  static class StaticsCounter {
    static int count;
  }

  static class StaticsObject {
    static final AtomicInteger COUNT = new AtomicInteger();
  }

  static class StaticsArray {
    static final int[] CELLS = {0, 1};
    static final Object[] LOCKS = new Object[3];

    static {
      for (int i = 0; i < LOCKS.length; i++) {
        LOCKS[i] = new Object();
      }
    }
  }

  static class StaticsMixed {
    static final Object LOCK = new Object();
    static final int SIZE = LOCK == null ? 0 : 1;
    static final String NAME = "name";
    static final String MADE = "a" + SIZE;
    static List<String> names = Collections.synchronizedList(new ArrayList<>());
  }

  static class StaticsLambda {
    static final IntSupplier ZERO = () -> 0;
    static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> 0);
  }

  static class StaticsBoxed {
    static volatile Long total = 100L;
    static boolean done = false;
  }

  interface KeepsLock {
    Object LOCK = new Object();
  }

  static class KeepsEffect {
    static final int SIZE = System.getProperties().size();
  }

  static class KeepsFailure {
    static final int ONE = ForgetsConstants.LIMIT / Integer.parseInt("3");
  }

  static class KeepsNative {
    native int call();
  }

  static class KeepsLibrary {
    void load() {
      System.loadLibrary("nothing");
    }
  }

  static class KeepsDefined {
    Class<?> define(byte[] bytes) throws IllegalAccessException {
      return MethodHandles.lookup().defineClass(bytes);
    }
  }

  static class KeepsRandom {
    static final Random RANDOM = new Random();
  }

  static class KeepsOwn {
    static final KeepsOwn ONE = new KeepsOwn();
  }

  static class KeepsThread {
    static Thread thread = new Thread(() -> {});
  }

  static class KeepsOther {
    static int twice = 2 * StaticsCounter.count;
  }

  enum KeepsEnum {
    A
  }
}
