import java.lang.reflect.Method;

/** Calls a native of fray as no hook would: on behalf of a thread that does not exist. */
public class BadCall {
  public static void main(String[] args) throws Exception {
    Method point =
        Class.forName("java.lang.FrayCore")
            .getDeclaredMethod("threadPoint0", int.class, int.class, int.class);
    point.setAccessible(true);
    point.invoke(null, 99, 14, 1);
  }
}
