import java.lang.reflect.Method;
import java.util.concurrent.atomic.LongAdder;

/** Calls a method of a concurrent class by reflection. */
public class Reflects {
  private static Runnable adding(LongAdder adder, Method add) {
    return () -> {
      try {
        for (int i = 0; i < 3; i++) {
          add.invoke(adder, 1L);
        }
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    };
  }

  public static void main(String[] args) throws Exception {
    LongAdder adder = new LongAdder();
    Method add = LongAdder.class.getMethod("add", long.class);
    Thread one = new Thread(adding(adder, add));
    Thread two = new Thread(adding(adder, add));
    one.start();
    two.start();
    one.join();
    two.join();
    if (adder.sum() != 6) {
      throw new AssertionError(adder);
    }
  }
}
