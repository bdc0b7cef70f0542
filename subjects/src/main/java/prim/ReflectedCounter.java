package prim;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import support.Threads;

/**
 * Increments a volatile field by reflection in one thread, and by method handles in the other: a
 * read and a write each, that nothing keeps together.
 */
public class ReflectedCounter {
  volatile int count;

  private final Field field;
  private final MethodHandle getter;
  private final MethodHandle setter;

  ReflectedCounter() throws ReflectiveOperationException {
    field = ReflectedCounter.class.getDeclaredField("count");
    getter = MethodHandles.lookup().findGetter(ReflectedCounter.class, "count", int.class);
    setter = MethodHandles.lookup().findSetter(ReflectedCounter.class, "count", int.class);
  }

  void byReflection() {
    try {
      field.setInt(this, field.getInt(this) + 1);
    } catch (IllegalAccessException error) {
      throw new IllegalStateException(error);
    }
  }

  void byHandles() {
    try {
      setter.invoke(this, (int) getter.invoke(this) + 1);
    } catch (RuntimeException | Error error) {
      throw error;
    } catch (Throwable error) {
      throw new IllegalStateException(error);
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::byReflection, this::byHandles);
    assert count == 2 : "an increment is lost";
  }

  public static void main(String[] args) throws Exception {
    new ReflectedCounter().run();
  }
}
