package prim;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** {@link Counting} in a volatile field through {@link Unsafe}, in two steps. */
public class UnsafeCounter extends Counting {
  static final Unsafe UNSAFE;
  static final long COUNT;

  static {
    try {
      Field instance = Unsafe.class.getDeclaredField("theUnsafe");
      instance.setAccessible(true);
      UNSAFE = (Unsafe) instance.get(null);
      COUNT = UNSAFE.objectFieldOffset(UnsafeCounter.class.getDeclaredField("count"));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile int count;

  @Override
  void count() {
    int seen = UNSAFE.getIntVolatile(this, COUNT);
    UNSAFE.putIntVolatile(this, COUNT, seen + 1);
  }

  @Override
  final int result() {
    return count;
  }

  public static void main(String[] args) throws Exception {
    new UnsafeCounter().run();
  }
}
