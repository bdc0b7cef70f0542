package java.lang;

/** Stands in for the real hooks: see {@link FrayHooks}. */
public final class FrayCopies {
  private FrayCopies() {}

  public static Object cloned(Object array, Object copy) {
    FrayHooks.log("cloned", array, array == copy ? 0 : 1);
    return copy;
  }

  public static void arraycopy(Object from, int at, Object to, int start, int length) {
    FrayHooks.log("arraycopy", from, length);
    System.arraycopy(from, at, to, start, length);
  }

  public static int[] copyOf(int[] array, int length) {
    FrayHooks.log("copyOf", array, length);
    return java.util.Arrays.copyOf(array, length);
  }

  public static void fill(long[] array, int from, int to, long value) {
    FrayHooks.log("fill", array, value);
    java.util.Arrays.fill(array, from, to, value);
  }
}
