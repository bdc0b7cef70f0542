import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;

/**
 * Two threads count in an object of a hidden class, beside which there is an ordinary class of the same name, with the same
 * fields at other places. The arguments say how it is defined, and whether it counts properly.
 */
public class HiddenCounter {
  interface Counter {
    void count();

    int counted();
  }

  static class Lost implements Counter {
    static volatile int all;
    volatile int own;

    public void count() {
      own = own + 1;
      all++;
    }

    public int counted() {
      return Math.min(own, all);
    }
  }

  static class Kept implements Counter {
    static int all;
    private final Object lock = new Object();
    private int own;
    private long pad;

    static synchronized void countAll() {
      all++;
    }

    public void count() {
      synchronized (lock) {
        own++;
      }
      countAll();
      give();
    }

    private synchronized void give() {
      pad++;
      notifyAll();
    }

    public synchronized int counted() {
      while (pad < 2) {
        try {
          wait();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      return Math.min(own, all);
    }
  }

  private static Lookup define(String way, byte[] file) throws Throwable {
    Lookup lookup = MethodHandles.lookup();
    ClassOption[] none = {};
    MethodType type =
        MethodType.methodType(Lookup.class, byte[].class, boolean.class, ClassOption[].class);
    switch (way) {
      case "data":
        return lookup.defineHiddenClassWithClassData(file, "data", true, ClassOption.NESTMATE);
      case "handle":
        MethodHandle handle = lookup.findVirtual(Lookup.class, "defineHiddenClass", type);
        return (Lookup) handle.invoke(lookup, file, true);
      case "reflection":
        return (Lookup)
            Lookup.class
                .getMethod("defineHiddenClass", type.parameterArray())
                .invoke(lookup, file, true, none);
      default:
        return lookup.defineHiddenClass(file, true);
    }
  }

  public static void main(String[] args) throws Throwable {
    String name = args[0].equals("lost") ? "Lost" : "Kept";
    String path = "HiddenCounter$" + name + ".class";
    byte[] file = HiddenCounter.class.getResourceAsStream(path).readAllBytes();
    Class<?> type = define(args[1], file).lookupClass();
    if (!type.isHidden() || type == Lost.class || type == Kept.class) {
      throw new Error(type.getName());
    }
    Counter hidden = (Counter) type.getDeclaredConstructor().newInstance();
    for (Counter counter : new Counter[] {new Kept(), hidden}) {
      Thread[] threads = {new Thread(counter::count), new Thread(counter::count)};
      for (Thread thread : threads) {
        thread.start();
      }
      int counted = counter instanceof Kept || name.equals("Kept") ? counter.counted() : 0;
      for (Thread thread : threads) {
        thread.join();
      }
      if (counter.counted() != 2 || counted == 1) {
        throw new AssertionError("lost an update");
      }
    }
  }
}
