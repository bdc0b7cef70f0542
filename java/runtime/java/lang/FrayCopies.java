package java.lang;

import java.lang.reflect.Array;
import java.util.Arrays;
import jdk.internal.vm.annotation.Hidden;

/**
 * What a program calls, with {@code --memory}, when it copies or fills arrays. Each element is read and
 * written at a switch point of its own, as if the program had a loop there. Copies of many elements are made in one
 * go: their steps would be nearly all of the execution's.
 */
public final class FrayCopies {
  private FrayCopies() {}

  /** Elements at most that are copied one by one. */
  private static final int MOST = 64;

  @Hidden
  private static boolean counts(int length) {
    return FrayHooks.active && length > 0 && length <= MOST && FrayHooks.mayChoose();
  }

  /** Reads elements once more that were copied without a switch point. */
  @Hidden
  private static void read(Object array, int from, Object copy, int length) {
    if (counts(length)) {
      for (int i = 0; i < length; i++) {
        FrayMemoryHooks.loadElement(array, from + i);
        System.arraycopy(array, from + i, copy, i, 1);
      }
    }
  }

  @Hidden
  private static void write(Object copy, Object array, int from, int length) {
    for (int i = 0; i < length; i++) {
      FrayMemoryHooks.storeElement(array, from + i);
      System.arraycopy(copy, i, array, from + i, 1);
    }
  }

  /** An array has been cloned. */
  @Hidden
  public static Object cloned(Object array, Object copy) {
    read(array, 0, copy, Array.getLength(array));
    return copy;
  }

  @Hidden
  public static void arraycopy(Object from, int at, Object to, int start, int length) {
    if (!counts(length) || !fits(from, at, length) || !fits(to, start, length)) {
      System.arraycopy(from, at, to, start, length);
      return;
    }
    Class<?> type = from.getClass().getComponentType();
    Class<?> other = to.getClass().getComponentType();
    if (type != other && (type.isPrimitive() || other.isPrimitive())) {
      System.arraycopy(from, at, to, start, length); // throws
      return;
    }
    // As if by way of another array, which is what it must be if both are the same.
    Object copy = Array.newInstance(type, length);
    read(from, at, copy, length);
    write(copy, to, start, length);
  }

  @Hidden
  private static boolean fits(Object array, int at, int length) {
    return array != null
        && array.getClass().isArray()
        && at >= 0
        && at <= Array.getLength(array) - length;
  }

  @Hidden
  private static boolean fills(Object array, int from, int to) {
    return fits(array, from, to - from) && counts(to - from);
  }

  @Hidden
  private static int least(int size, int from, int to) {
    return Math.min(size, to) - from;
  }

  @Hidden
  public static boolean[] copyOf(boolean[] array, int length) {
    boolean[] copy = Arrays.copyOf(array, length);
    read(array, 0, copy, least(array.length, 0, length));
    return copy;
  }

  @Hidden
  public static boolean[] copyOfRange(boolean[] array, int from, int to) {
    boolean[] copy = Arrays.copyOfRange(array, from, to);
    read(array, from, copy, least(array.length, from, to));
    return copy;
  }

  @Hidden
  public static void fill(boolean[] array, boolean value) {
    if (array == null) {
      Arrays.fill(array, value); // throws
    } else {
      fill(array, 0, array.length, value);
    }
  }

  @Hidden
  public static void fill(boolean[] array, int from, int to, boolean value) {
    if (!fills(array, from, to)) {
      Arrays.fill(array, from, to, value);
      return;
    }
    for (int i = from; i < to; i++) {
      FrayMemoryHooks.storeElement(array, i);
      array[i] = value;
    }
  }

  @Hidden
  public static byte[] copyOf(byte[] array, int length) {
    byte[] copy = Arrays.copyOf(array, length);
    read(array, 0, copy, least(array.length, 0, length));
    return copy;
  }

  @Hidden
  public static byte[] copyOfRange(byte[] array, int from, int to) {
    byte[] copy = Arrays.copyOfRange(array, from, to);
    read(array, from, copy, least(array.length, from, to));
    return copy;
  }

  @Hidden
  public static void fill(byte[] array, byte value) {
    if (array == null) {
      Arrays.fill(array, value); // throws
    } else {
      fill(array, 0, array.length, value);
    }
  }

  @Hidden
  public static void fill(byte[] array, int from, int to, byte value) {
    if (!fills(array, from, to)) {
      Arrays.fill(array, from, to, value);
      return;
    }
    for (int i = from; i < to; i++) {
      FrayMemoryHooks.storeElement(array, i);
      array[i] = value;
    }
  }

  @Hidden
  public static char[] copyOf(char[] array, int length) {
    char[] copy = Arrays.copyOf(array, length);
    read(array, 0, copy, least(array.length, 0, length));
    return copy;
  }

  @Hidden
  public static char[] copyOfRange(char[] array, int from, int to) {
    char[] copy = Arrays.copyOfRange(array, from, to);
    read(array, from, copy, least(array.length, from, to));
    return copy;
  }

  @Hidden
  public static void fill(char[] array, char value) {
    if (array == null) {
      Arrays.fill(array, value); // throws
    } else {
      fill(array, 0, array.length, value);
    }
  }

  @Hidden
  public static void fill(char[] array, int from, int to, char value) {
    if (!fills(array, from, to)) {
      Arrays.fill(array, from, to, value);
      return;
    }
    for (int i = from; i < to; i++) {
      FrayMemoryHooks.storeElement(array, i);
      array[i] = value;
    }
  }

  @Hidden
  public static short[] copyOf(short[] array, int length) {
    short[] copy = Arrays.copyOf(array, length);
    read(array, 0, copy, least(array.length, 0, length));
    return copy;
  }

  @Hidden
  public static short[] copyOfRange(short[] array, int from, int to) {
    short[] copy = Arrays.copyOfRange(array, from, to);
    read(array, from, copy, least(array.length, from, to));
    return copy;
  }

  @Hidden
  public static void fill(short[] array, short value) {
    if (array == null) {
      Arrays.fill(array, value); // throws
    } else {
      fill(array, 0, array.length, value);
    }
  }

  @Hidden
  public static void fill(short[] array, int from, int to, short value) {
    if (!fills(array, from, to)) {
      Arrays.fill(array, from, to, value);
      return;
    }
    for (int i = from; i < to; i++) {
      FrayMemoryHooks.storeElement(array, i);
      array[i] = value;
    }
  }

  @Hidden
  public static int[] copyOf(int[] array, int length) {
    int[] copy = Arrays.copyOf(array, length);
    read(array, 0, copy, least(array.length, 0, length));
    return copy;
  }

  @Hidden
  public static int[] copyOfRange(int[] array, int from, int to) {
    int[] copy = Arrays.copyOfRange(array, from, to);
    read(array, from, copy, least(array.length, from, to));
    return copy;
  }

  @Hidden
  public static void fill(int[] array, int value) {
    if (array == null) {
      Arrays.fill(array, value); // throws
    } else {
      fill(array, 0, array.length, value);
    }
  }

  @Hidden
  public static void fill(int[] array, int from, int to, int value) {
    if (!fills(array, from, to)) {
      Arrays.fill(array, from, to, value);
      return;
    }
    for (int i = from; i < to; i++) {
      FrayMemoryHooks.storeElement(array, i);
      array[i] = value;
    }
  }

  @Hidden
  public static long[] copyOf(long[] array, int length) {
    long[] copy = Arrays.copyOf(array, length);
    read(array, 0, copy, least(array.length, 0, length));
    return copy;
  }

  @Hidden
  public static long[] copyOfRange(long[] array, int from, int to) {
    long[] copy = Arrays.copyOfRange(array, from, to);
    read(array, from, copy, least(array.length, from, to));
    return copy;
  }

  @Hidden
  public static void fill(long[] array, long value) {
    if (array == null) {
      Arrays.fill(array, value); // throws
    } else {
      fill(array, 0, array.length, value);
    }
  }

  @Hidden
  public static void fill(long[] array, int from, int to, long value) {
    if (!fills(array, from, to)) {
      Arrays.fill(array, from, to, value);
      return;
    }
    for (int i = from; i < to; i++) {
      FrayMemoryHooks.storeElement(array, i);
      array[i] = value;
    }
  }

  @Hidden
  public static float[] copyOf(float[] array, int length) {
    float[] copy = Arrays.copyOf(array, length);
    read(array, 0, copy, least(array.length, 0, length));
    return copy;
  }

  @Hidden
  public static float[] copyOfRange(float[] array, int from, int to) {
    float[] copy = Arrays.copyOfRange(array, from, to);
    read(array, from, copy, least(array.length, from, to));
    return copy;
  }

  @Hidden
  public static void fill(float[] array, float value) {
    if (array == null) {
      Arrays.fill(array, value); // throws
    } else {
      fill(array, 0, array.length, value);
    }
  }

  @Hidden
  public static void fill(float[] array, int from, int to, float value) {
    if (!fills(array, from, to)) {
      Arrays.fill(array, from, to, value);
      return;
    }
    for (int i = from; i < to; i++) {
      FrayMemoryHooks.storeElement(array, i);
      array[i] = value;
    }
  }

  @Hidden
  public static double[] copyOf(double[] array, int length) {
    double[] copy = Arrays.copyOf(array, length);
    read(array, 0, copy, least(array.length, 0, length));
    return copy;
  }

  @Hidden
  public static double[] copyOfRange(double[] array, int from, int to) {
    double[] copy = Arrays.copyOfRange(array, from, to);
    read(array, from, copy, least(array.length, from, to));
    return copy;
  }

  @Hidden
  public static void fill(double[] array, double value) {
    if (array == null) {
      Arrays.fill(array, value); // throws
    } else {
      fill(array, 0, array.length, value);
    }
  }

  @Hidden
  public static void fill(double[] array, int from, int to, double value) {
    if (!fills(array, from, to)) {
      Arrays.fill(array, from, to, value);
      return;
    }
    for (int i = from; i < to; i++) {
      FrayMemoryHooks.storeElement(array, i);
      array[i] = value;
    }
  }

  @Hidden
  public static <T> T[] copyOf(T[] array, int length) {
    T[] copy = Arrays.copyOf(array, length);
    read(array, 0, copy, least(array.length, 0, length));
    return copy;
  }

  @Hidden
  public static <T> T[] copyOfRange(T[] array, int from, int to) {
    T[] copy = Arrays.copyOfRange(array, from, to);
    read(array, from, copy, least(array.length, from, to));
    return copy;
  }

  @Hidden
  public static void fill(Object[] array, Object value) {
    if (array == null) {
      Arrays.fill(array, value); // throws
    } else {
      fill(array, 0, array.length, value);
    }
  }

  @Hidden
  public static void fill(Object[] array, int from, int to, Object value) {
    if (!fills(array, from, to)) {
      Arrays.fill(array, from, to, value);
      return;
    }
    for (int i = from; i < to; i++) {
      FrayMemoryHooks.storeElement(array, i);
      array[i] = value;
    }
  }

  @Hidden
  public static <T, U> T[] copyOf(U[] array, int length, Class<? extends T[]> type) {
    T[] copy = Arrays.copyOf(array, length, type);
    read(array, 0, copy, least(array.length, 0, length));
    return copy;
  }

  @Hidden
  public static <T, U> T[] copyOfRange(U[] array, int from, int to, Class<? extends T[]> type) {
    T[] copy = Arrays.copyOfRange(array, from, to, type);
    read(array, from, copy, least(array.length, from, to));
    return copy;
  }
}
