import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A variable that orders threads. There are several ways to the same one: whoever takes one must be seen by
 * those who take another.
 */
abstract class Variable {
  abstract int get(int way);

  abstract void set(int way, int value);

  abstract boolean compareAndSet(int way, int expected, int value);

  abstract int getAndAdd(int way, int amount);

  /** The only way is by its methods. */
  static final class InAtomic extends Variable {
    private final AtomicInteger value = new AtomicInteger();

    @Override
    int get(int way) {
      return value.get();
    }

    @Override
    void set(int way, int value) {
      this.value.set(value);
    }

    @Override
    boolean compareAndSet(int way, int expected, int value) {
      return this.value.compareAndSet(expected, value);
    }

    @Override
    int getAndAdd(int way, int amount) {
      return value.getAndAdd(amount);
    }
  }

  /** By instructions and an updater, by a VarHandle, by reflection, and by method handles. */
  static final class InField extends Variable {
    private static final AtomicIntegerFieldUpdater<InField> UPDATER =
        AtomicIntegerFieldUpdater.newUpdater(InField.class, "value");
    private static final Field FIELD;
    private static final VarHandle HANDLE;
    private static final MethodHandle GETTER;
    private static final MethodHandle SETTER;

    static {
      try {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        FIELD = InField.class.getDeclaredField("value");
        HANDLE = lookup.unreflectVarHandle(FIELD);
        GETTER = lookup.findGetter(InField.class, "value", int.class);
        SETTER = lookup.unreflectSetter(FIELD);
      } catch (ReflectiveOperationException error) {
        throw new ExceptionInInitializerError(error);
      }
    }

    volatile int value;

    @Override
    int get(int way) {
      try {
        return switch (way % 4) {
          case 0 -> value;
          case 1 -> (int) HANDLE.getAcquire(this);
          case 2 -> FIELD.getInt(this);
          default -> (int) GETTER.invokeExact(this);
        };
      } catch (Throwable error) {
        throw rethrow(error);
      }
    }

    @Override
    void set(int way, int value) {
      try {
        switch (way % 4) {
          case 0 -> this.value = value;
          case 1 -> HANDLE.setRelease(this, value);
          case 2 -> FIELD.setInt(this, value);
          default -> SETTER.invokeExact(this, value);
        }
      } catch (Throwable error) {
        throw rethrow(error);
      }
    }

    @Override
    boolean compareAndSet(int way, int expected, int value) {
      return way % 2 == 0
          ? UPDATER.compareAndSet(this, expected, value)
          : HANDLE.compareAndSet(this, expected, value);
    }

    @Override
    int getAndAdd(int way, int amount) {
      return way % 2 == 0 ? UPDATER.getAndAdd(this, amount) : (int) HANDLE.getAndAdd(this, amount);
    }

    /** Errors that end a thread go on as they are. */
    private static RuntimeException rethrow(Throwable error) {
      if (error instanceof Error thrown) {
        throw thrown;
      }
      return new IllegalStateException(error);
    }
  }

  /** By a buffer of its own for each access: they have the same memory. */
  static final class InBuffer extends Variable {
    private static final VarHandle INTS =
        MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    /** Kept between executions: to make and give it back is the business of threads of the JDK. */
    private static final ByteBuffer MEMORY = ByteBuffer.allocateDirect(Integer.BYTES);

    InBuffer() {
      set(0, 0);
    }

    @Override
    int get(int way) {
      return (int) INTS.getVolatile(MEMORY.duplicate(), 0);
    }

    @Override
    void set(int way, int value) {
      INTS.setVolatile(MEMORY.duplicate(), 0, value);
    }

    @Override
    boolean compareAndSet(int way, int expected, int value) {
      return INTS.compareAndSet(MEMORY.duplicate(), 0, expected, value);
    }

    @Override
    int getAndAdd(int way, int amount) {
      return (int) INTS.getAndAdd(MEMORY.duplicate(), 0, amount);
    }
  }
}
