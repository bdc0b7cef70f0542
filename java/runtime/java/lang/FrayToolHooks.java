package java.lang;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Hooks in test frameworks. Their own doings are quiet; what they call by reflection is the test,
 * in which choices are made as in any program.
 */
public final class FrayToolHooks {
  private FrayToolHooks() {}

  /** Replaces {@link Method#invoke}. */
  public static Object invoke(Method method, Object receiver, Object[] arguments)
      throws IllegalAccessException, InvocationTargetException {
    int depth = leaveQuiet(method.getDeclaringClass());
    try {
      return method.invoke(receiver, arguments);
    } finally {
      resumeQuiet(depth);
    }
  }

  /** Replaces {@link Constructor#newInstance}. */
  public static Object newInstance(Constructor<?> constructor, Object[] arguments)
      throws InstantiationException, IllegalAccessException, InvocationTargetException {
    int depth = leaveQuiet(constructor.getDeclaringClass());
    try {
      return constructor.newInstance(arguments);
    } finally {
      resumeQuiet(depth);
    }
  }

  /** In front of the call of a piece of a test that is passed as an object. */
  public static void loud(Object body) {
    if (FrayTests.controlled() && body != null) {
      leaveQuiet(body.getClass());
    }
  }

  /** Replaces {@code Future.get} with a limit: a test that hangs is a deadlock, which shows. */
  public static Object get(Future<?> future, long time, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    return FrayTests.controlled() ? future.get() : future.get(time, unit);
  }

  /**
   * Replaces {@link ClassLoader#getParent}. A mock of a class that is not public must be defined by
   * that class's own loader, and Byte Buddy does so if it sees that this one finds Mockito, too.
   */
  public static ClassLoader parent(ClassLoader loader) {
    return FrayTools.isBelow(loader) ? FrayTools.known() : loader.getParent();
  }

  private static long seeds;

  /**
   * A seed for names of generated classes. Not the next one of the JDK's: whether there are such classes
   * already must make no difference to what the program draws.
   */
  public static synchronized long seed() {
    return seeds += 0x9E3779B97F4A7C15L;
  }

  /** If the class that is called is the program's, and not the framework's own. */
  private static int leaveQuiet(Class<?> called) {
    if (!FrayTests.controlled() || called.isAnnotation() || FrayTools.isTool(called)) {
      return 0;
    }
    return FrayThreads.suspendQuiet(Thread.currentThread());
  }

  private static void resumeQuiet(int depth) {
    if (depth > 0 && FrayTests.controlled()) {
      FrayThreads.resumeQuiet(Thread.currentThread(), depth);
    }
  }
}
