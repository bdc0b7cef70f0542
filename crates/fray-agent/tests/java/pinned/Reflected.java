import java.lang.reflect.Method;

/**
 * With {@code -Djdk.reflect.useNativeAccessorOnly=true} the JVM itself calls back from its native
 * code. Wrong: a check and what follows from it are two steps.
 */
public final class Reflected {
  private static volatile boolean taken;
  private static volatile int owners;

  public static void take(boolean right) {
    if (right) {
      synchronized (Reflected.class) {
        if (!taken) {
          taken = true;
          owners = owners + 1;
        }
      }
    } else if (!taken) {
      taken = true;
      owners = owners + 1;
    }
  }

  public static void main(String[] args) throws Exception {
    boolean right = args.length > 0;
    Method take = Reflected.class.getMethod("take", boolean.class);
    Thread other = new Thread(() -> take(right));
    other.start();
    take.invoke(null, right);
    other.join();
    if (owners != 1) {
      throw new AssertionError(owners + " owners");
    }
  }
}
