import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * One execution of any length: two threads that write volatile fields so often, or so many threads
 * one after the other, virtual ones too.
 */
public class Steps {
  // More than a loop that waits for something would look at.
  private static volatile int a, b, c, d, e, f, g, h, i, j;
  private static final List<byte[]> HEAP = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[1]);
    if (args[0].equals("heap") && HEAP.isEmpty()) {
      for (int n = 0; n < 1 << 14; n++) {
        HEAP.add(new byte[1 << 16]);
      }
    }
    if (args[0].equals("virtual")) {
      startVirtual(count);
    } else if (!args[0].equals("threads")) {
      Thread other = new Thread(() -> write(count / 20));
      other.start();
      write(count / 20);
      other.join();
    } else {
      for (int n = 0; n < count; n++) {
        Thread thread = new Thread(() -> a = 1);
        thread.start();
        thread.join();
      }
    }
  }

  /** By reflection: JDK 17 has none, and this is compiled for it. */
  private static void startVirtual(int count) throws Exception {
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    Runnable task = () -> a = 1;
    for (int n = 0; n < count; n++) {
      ((Thread) start.invoke(null, task)).join();
    }
  }

  private static void write(int rounds) {
    for (int n = 0; n < rounds; n++) {
      a = n;
      b = n;
      c = n;
      d = n;
      e = n;
      f = n;
      g = n;
      h = n;
      i = n;
      j = n;
    }
  }
}
