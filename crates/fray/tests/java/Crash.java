import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Writes to address zero: the JVM dies. */
public class Crash {
  public static void main(String[] args) throws Exception {
    Field field = Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    ((Unsafe) field.get(null)).putAddress(0, 0);
  }
}
