import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Reads and writes all kinds of values, each on the line that says which, and fails. */
public class Values {
  enum Colour {
    RED
  }

  static class Late {}

  volatile int number;
  volatile long large;
  volatile boolean truth;
  volatile byte small;
  volatile short medium;
  volatile char letter;
  volatile float single;
  volatile double real;
  volatile String text;
  volatile Object object;
  volatile Late late; // of a class that is not loaded otherwise
  static volatile Colour colour;
  int plain;
  int handled;

  public static void main(String[] args) throws Exception {
    Values v = new Values();
    AtomicInteger atomic = new AtomicInteger(3); // 3
    AtomicReference<Object> reference = new AtomicReference<>();
    VarHandle handle =
        MethodHandles.lookup().findVarHandle(Values.class, "handled", int.class);
    long[] array = new long[3];
    int seen = v.number; // 0
    v.number = 42; // 42
    seen = v.number; // 42
    v.large = 1L << 40; // 1099511627776
    v.truth = true; // true
    v.small = -1; // -1
    v.medium = 300; // 300
    v.letter = 'x'; // 'x'
    v.single = 0.5f; // 0.5
    v.real = 1e100; // 1.0E100
    v.text = "a \"b\""; // "a "b""
    v.object = v; // Values
    v.object = 7; // 7
    v.late = null; // null
    colour = Colour.RED; // RED
    atomic.compareAndSet(3, 4); // 4
    atomic.compareAndSet(3, 5); // 4
    seen = atomic.get(); // 4
    reference.set(new int[0]); // int[]
    handle.setRelease(v, 9); // 9
    seen = (int) handle.getAcquire(v); // 9
    array[1] = 6; // 6
    try {
      array[seen] = 10; // there is no such element
    } catch (ArrayIndexOutOfBoundsException expected) {
      v.plain = 8; // 8
    }
    throw new IllegalStateException("as it must");
  }
}
