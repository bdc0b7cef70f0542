import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** One method for each kind of VarHandle; the hooks are in the JDK's implementations. */
class Handles {
  private int field;
  private long wide;
  private static Object shared;

  private static final VarHandle FIELD = field("field", int.class);
  private static final VarHandle WIDE = field("wide", long.class);
  private static final VarHandle SHARED;
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
  private static final VarHandle TEXT = MethodHandles.arrayElementVarHandle(String[].class);
  private static final VarHandle VIEW =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final VarHandle BUFFER =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  static {
    try {
      SHARED = MethodHandles.lookup().findStaticVarHandle(Handles.class, "shared", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
    // Their classes are initialised at first use, which runs hooks too.
    VIEW.get(new byte[8], 0);
    BUFFER.getVolatile(ByteBuffer.allocateDirect(8), 0);
  }

  private static VarHandle field(String name, Class<?> type) {
    try {
      return MethodHandles.lookup().findVarHandle(Handles.class, name, type);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  String instanceField() {
    FIELD.setVolatile(this, 1);
    boolean set = FIELD.compareAndSet(this, 1, 2);
    int old = (int) FIELD.getAndAdd(this, 3);
    return set + " " + old + " " + (int) FIELD.getAcquire(this);
  }

  long wideField() {
    WIDE.setRelease(this, 1L << 40);
    return (long) WIDE.getVolatile(this);
  }

  String staticField() {
    SHARED.setVolatile("s");
    boolean set = SHARED.compareAndSet("s", "t");
    return set + " " + SHARED.getOpaque();
  }

  static String element() {
    int[] array = new int[4];
    ELEMENT.setVolatile(array, 2, 7);
    boolean set = ELEMENT.weakCompareAndSetPlain(array, 2, 7, 8);
    return set + " " + (int) ELEMENT.getVolatile(array, 2);
  }

  static String text() {
    String[] array = new String[4];
    TEXT.setRelease(array, 3, "x");
    String old = (String) TEXT.getAndSet(array, 3, "y");
    return old + " " + (String) TEXT.getAcquire(array, 3);
  }

  static int view() {
    byte[] bytes = new byte[64];
    VIEW.set(bytes, 8, 5);
    return (int) VIEW.get(bytes, 8);
  }

  static long buffer() {
    ByteBuffer bytes = ByteBuffer.allocateDirect(64);
    BUFFER.setVolatile(bytes, 8, 5L);
    return (long) BUFFER.getVolatile(bytes, 8);
  }

  int plain() {
    FIELD.set(this, 4);
    return (int) FIELD.get(this);
  }
}
