import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Every access mode of VarHandles over every kind of variable and every type. */
class Modes {
  byte b;
  short s;
  char c;
  int i;
  long j;
  float f;
  double d;
  boolean z;
  Object o;

  static byte sb;
  static short ss;
  static char sc;
  static int si;
  static long sj;
  static float sf;
  static double sd;
  static boolean sz;
  static Object so;

  private static final Class<?>[] TYPES = {
    byte.class, short.class, char.class, int.class, long.class, float.class, double.class,
    boolean.class, Object.class
  };
  private static final String LETTERS = "bscijfdzo";

  /** An index of elements, and a multiple of the size of every type. */
  private static final int INDEX = 8;

  static String fields() throws Throwable {
    return fields(false);
  }

  static String fieldsWithMemory() throws Throwable {
    return fields(true);
  }

  static String statics() throws Throwable {
    return statics(false);
  }

  static String staticsWithMemory() throws Throwable {
    return statics(true);
  }

  static String elements() throws Throwable {
    return elements(false);
  }

  static String elementsWithMemory() throws Throwable {
    return elements(true);
  }

  static String views() throws Throwable {
    return views(false);
  }

  static String viewsWithMemory() throws Throwable {
    return views(true);
  }

  private static String fields(boolean memory) throws Throwable {
    Check check = new Check(memory, "(Modes, offset)");
    for (int n = 0; n < TYPES.length; n++) {
      String name = LETTERS.substring(n, n + 1);
      check.all(MethodHandles.lookup().findVarHandle(Modes.class, name, TYPES[n]), new Modes());
    }
    return check.result();
  }

  private static String statics(boolean memory) throws Throwable {
    Check check = new Check(memory, "(Modes.class, offset)");
    for (int n = 0; n < TYPES.length; n++) {
      String name = "s" + LETTERS.charAt(n);
      check.all(MethodHandles.lookup().findStaticVarHandle(Modes.class, name, TYPES[n]));
    }
    return check.result();
  }

  private static String elements(boolean memory) throws Throwable {
    StringBuilder results = new StringBuilder();
    for (Class<?> type : TYPES) {
      Check check = new Check(memory, "(" + type.getName() + "[], offset)");
      Object array = Array.newInstance(type, 2 * INDEX);
      check.all(MethodHandles.arrayElementVarHandle(array.getClass()), array, INDEX);
      results.append(check.result()).append(' ');
    }
    return results.toString().strip();
  }

  /** Which modes views of byte arrays have differs between JDKs; each has plain reads and writes. */
  private static String views(boolean memory) throws Throwable {
    StringBuilder wrong = new StringBuilder();
    for (Class<?> type : TYPES) {
      if (type == byte.class || type == boolean.class || type == Object.class) {
        continue;
      }
      Class<?> view = type.arrayType();
      for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
        Check array = new Check(memory, "(byte[], offset)");
        array.all(MethodHandles.byteArrayViewVarHandle(view, order), new byte[4 * INDEX], INDEX);
        ByteBuffer bytes = ByteBuffer.allocateDirect(4 * INDEX);
        Check buffer = new Check(memory, "(null, offset)");
        buffer.all(MethodHandles.byteBufferViewVarHandle(view, order), bytes, INDEX);
        for (Check check : List.of(array, buffer)) {
          wrong.append(check.wrong).append(check.count < 2 ? " hardly any mode" : "");
        }
      }
    }
    return wrong.length() == 0 ? "right" : wrong.toString();
  }

  /** Uses handles and compares the hooks that ran with the one that should. */
  private static final class Check {
    private final boolean memory;
    private final String resource;
    private final StringBuilder wrong = new StringBuilder();
    private int count;

    Check(boolean memory, String resource) {
      this.memory = memory;
      this.resource = resource;
    }

    void all(VarHandle handle, Object... place) throws Throwable {
      Method take = Class.forName("java.lang.FrayHooks").getMethod("take");
      for (AccessMode mode : AccessMode.values()) {
        if (!handle.isAccessModeSupported(mode)) {
          continue;
        }
        MethodHandle access = handle.toMethodHandle(mode);
        List<Object> arguments = new ArrayList<>(List.of(place));
        List<Class<?>> types = access.type().parameterList();
        for (Class<?> type : types.subList(place.length, types.size())) {
          arguments.add(Array.get(Array.newInstance(type, 1), 0));
        }
        // What is linked or initialised at the first use may run hooks of its own.
        access.invokeWithArguments(arguments);
        take.invoke(null);
        access.invokeWithArguments(arguments);
        Object ran = take.invoke(null);
        // Updates of the other byte order are loops.
        String read = " readAt" + resource;
        if (!ran.equals(expected(mode)) && !ran.equals(read + expected(mode))) {
          wrong.append(handle.varType()).append(' ').append(mode).append(ran).append("; ");
        }
        count++;
      }
    }

    private String expected(AccessMode mode) {
      boolean plain = mode == AccessMode.GET || mode == AccessMode.SET;
      if (plain && !memory) {
        return "";
      }
      String hook =
          switch (mode) {
            case GET, GET_VOLATILE, GET_ACQUIRE, GET_OPAQUE -> "read";
            case SET, SET_VOLATILE, SET_RELEASE, SET_OPAQUE -> "write";
            default -> "update";
          };
      return " " + hook + "At" + resource;
    }

    String result() {
      return wrong.length() == 0 ? count + " right" : wrong.toString();
    }
  }
}
