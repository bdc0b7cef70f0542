import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;

/**
 * Static initialisers that need each other, by way of all that initialises a class but an instruction in
 * them that names it. Two threads that begin at different ends deadlock, and three in a circle of three.
 */
public class MeetsInitialisers {
  private static void begin(String way, boolean first) throws Exception {
    Class.forName("MeetsInitialisers$" + way + (first ? "A" : "B"));
  }

  public static void main(String[] args) throws InterruptedException {
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      boolean first = i == 0;
      threads[i] =
          new Thread(
              () -> {
                try {
                  begin(args[0], first);
                } catch (Exception e) {
                  throw new AssertionError(e);
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Something that may throw. */
  interface Body {
    Object run() throws Throwable;
  }

  static Object run(Body body) {
    try {
      return body.run();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  static class NameA {
    static final Object OTHER = run(() -> Class.forName("MeetsInitialisers$NameB"));
  }

  static class NameB {
    static final Object OTHER = run(() -> Class.forName("MeetsInitialisers$NameA"));
  }

  static class EnsureA {
    static final Object OTHER = run(() -> MethodHandles.lookup().ensureInitialized(EnsureB.class));
  }

  static class EnsureB {
    static final Object OTHER = run(() -> MethodHandles.lookup().ensureInitialized(EnsureA.class));
  }

  static class MethodA {
    static final Object OTHER = run(() -> MethodB.class.getDeclaredMethod("call").invoke(null));

    static void call() {}
  }

  static class MethodB {
    static final Object OTHER = run(() -> MethodA.class.getDeclaredMethod("call").invoke(null));

    static void call() {}
  }

  static class HandleA {
    static final Object OTHER = run(() -> handle(HandleB.class));

    static void call() {}
  }

  static class HandleB {
    static final Object OTHER = run(() -> handle(HandleA.class));

    static void call() {}
  }

  static Object handle(Class<?> type) throws Throwable {
    MethodType signature = MethodType.methodType(void.class);
    MethodHandles.lookup().findStatic(type, "call", signature).invokeExact();
    return type;
  }

  static class VariableA {
    static int value = (int) run(() -> variable(VariableB.class));
  }

  static class VariableB {
    static int value = (int) run(() -> variable(VariableA.class));
  }

  static Object variable(Class<?> type) throws Throwable {
    return (int) MethodHandles.lookup().findStaticVarHandle(type, "value", int.class).get();
  }

  static class ReferenceA {
    static final Object OTHER = run(ReferenceB::call);

    static Object call() {
      return "called";
    }
  }

  static class ReferenceB {
    static final Object OTHER = run(ReferenceA::call);

    static Object call() {
      return "called";
    }
  }

  static class LambdaA {
    static final Object OTHER = Optional.of(1).map(one -> LambdaB.make()).get();

    static Object make() {
      return "made";
    }
  }

  static class LambdaB {
    static final Object OTHER = Optional.of(1).map(one -> LambdaA.make()).get();

    static Object make() {
      return "made";
    }
  }

  static class HelperA {
    static final Object OTHER = Helper.makeB();
  }

  static class HelperB {
    static final Object OTHER = Helper.makeA();
  }

  static class Helper {
    static Object makeA() {
      return reallyMakeA();
    }

    private static Object reallyMakeA() {
      return new HelperA();
    }

    static Object makeB() {
      return new HelperB();
    }
  }

  static class BodyA {
    static final Object OTHER = new BodyB() {};
  }

  static class BodyB {
    static final Object OTHER = new BodyA() {};
  }
}
