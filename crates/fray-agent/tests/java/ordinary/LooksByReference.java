import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Loops that look at a thread, or give way to it, without an instruction that says so. */
public class LooksByReference {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private static boolean set;

  /** A look that may throw. */
  interface Look {
    boolean isTrue() throws Throwable;
  }

  /** Something that may throw. */
  interface Step {
    void go() throws Throwable;
  }

  private static MethodHandle find(String name, Class<?> result) throws Exception {
    MethodType type = MethodType.methodType(result);
    return Thread.class.getMethod(name).toString().contains(" static ")
        ? LOOKUP.findStatic(Thread.class, name, type)
        : LOOKUP.findVirtual(Thread.class, name, type);
  }

  private static void untilEnded(String what, java.util.function.Function<Thread, Look> alive)
      throws Throwable {
    Thread thread = new Thread(() -> {}, what);
    thread.start();
    Look look = alive.apply(thread);
    while (look.isTrue()) {
      // Nothing here lets others go on.
    }
  }

  private static void untilInterrupted(Look look) throws Throwable {
    Thread main = Thread.currentThread();
    Thread thread = new Thread(main::interrupt);
    thread.start();
    while (!look.isTrue()) {
      // Nothing here lets others go on.
    }
    Thread.interrupted();
    thread.join();
  }

  private static void untilSet(Step giveWay) throws Throwable {
    set = false;
    new Thread(() -> set = true).start();
    while (!set) {
      giveWay.go();
    }
  }

  public static void main(String[] args) throws Throwable {
    MethodHandle alive = find("isAlive", boolean.class);
    Method aliveMethod = Thread.class.getMethod("isAlive");
    Predicate<Thread> unbound = Thread::isAlive;
    untilEnded(
        "bound",
        thread -> {
          BooleanSupplier look = thread::isAlive;
          return look::getAsBoolean;
        });
    untilEnded("unbound", thread -> () -> unbound.test(thread));
    untilEnded("handle", thread -> () -> (boolean) alive.invokeExact(thread));
    untilEnded("reflection", thread -> () -> (boolean) aliveMethod.invoke(thread));

    Thread main = Thread.currentThread();
    BooleanSupplier isInterrupted = main::isInterrupted;
    BooleanSupplier interrupted = Thread::interrupted;
    MethodHandle isHandle = find("isInterrupted", boolean.class);
    MethodHandle handle = find("interrupted", boolean.class);
    Method isMethod = Thread.class.getMethod("isInterrupted");
    Method method = Thread.class.getMethod("interrupted");
    untilInterrupted(isInterrupted::getAsBoolean);
    untilInterrupted(interrupted::getAsBoolean);
    untilInterrupted(() -> (boolean) isHandle.invokeExact(main));
    untilInterrupted(() -> (boolean) handle.invokeExact());
    untilInterrupted(() -> (boolean) isMethod.invoke(main));
    untilInterrupted(() -> (boolean) method.invoke(null));

    for (String name : new String[] {"yield", "onSpinWait"}) {
      MethodHandle way = find(name, void.class);
      Method reflected = Thread.class.getMethod(name);
      untilSet(
          () -> {
            way.invokeExact();
          });
      untilSet(() -> reflected.invoke(null));
    }
    refused(aliveMethod, null);
    refused(aliveMethod, "no thread");
  }

  private static void refused(Method method, Object receiver) throws Exception {
    try {
      method.invoke(receiver);
    } catch (NullPointerException | IllegalArgumentException expected) {
      return;
    }
    throw new AssertionError("called on " + receiver);
  }
}
