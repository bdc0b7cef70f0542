package java.lang;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.ThreadFactory;
import jdk.internal.misc.Unsafe;

/**
 * Thread pools that the JDK keeps in static fields. Their threads end with an execution, so the
 * next one gets pools as a fresh JVM would have them. The class hook makes these fields non-final,
 * so that the compiler does not take their values for constants.
 */
final class FrayPools {
  private FrayPools() {}

  private static final Unsafe U = FrayThreads.U;
  private static final String EXECUTOR = "Ljava/util/concurrent/Executor;";
  private static final String POOL = "Ljava/util/concurrent/ForkJoinPool;";

  // Found once: they are needed before each execution.
  private static Constructor<ForkJoinPool> constructor;
  private static Field common;
  private static Field ids;
  private static final HashSet<String> INITIALISED = new HashSet<>();

  static void refresh() throws ReflectiveOperationException {
    if (!isInitialised("java/util/concurrent/ForkJoinPool")) {
      return; // the first use of it makes everything new
    }
    if (constructor == null) {
      common = FrayCore.field(ForkJoinPool.class, "common", POOL, true);
      ids = FrayCore.field(ForkJoinPool.class, "poolIds", "I", true);
      constructor = ForkJoinPool.class.getDeclaredConstructor(byte.class);
      constructor.setAccessible(true);
    }
    Object old = get(common);
    U.putInt(U.staticFieldBase(ids), U.staticFieldOffset(ids), 0);
    Object fresh = constructor.newInstance((byte) 0);
    set(common, fresh);
    if (isInitialised("java/util/concurrent/CompletableFuture")) {
      replace(CompletableFuture.class, old, fresh);
    }
    if (isInitialised("java/util/concurrent/SubmissionPublisher")) {
      replace(SubmissionPublisher.class, old, fresh);
    }
    if (isInitialised("java/util/concurrent/CompletableFuture$Delayer")) {
      refreshDelayer(Class.forName("java.util.concurrent.CompletableFuture$Delayer", false, null));
    }
  }

  /** Whether a class is in use, found out without loading it. */
  static boolean isInitialised(String name) throws ClassNotFoundException {
    if (INITIALISED.contains(name)) {
      return true;
    }
    boolean initialised =
        FrayCore.isLoaded(name)
            && !U.shouldBeInitialized(Class.forName(name.replace('/', '.'), false, null));
    if (initialised) {
      INITIALISED.add(name);
    }
    return initialised;
  }

  private static void replace(Class<?> holder, Object old, Object fresh) {
    Field field = FrayCore.field(holder, "ASYNC_POOL", EXECUTOR, true);
    if (field == null) {
      field = FrayCore.field(holder, "ASYNC_POOL", POOL, true);
    }
    if (field != null && get(field) == old) {
      set(field, fresh);
    }
  }

  /** The timer of {@code orTimeout} and alike, up to JDK 24. */
  private static void refreshDelayer(Class<?> holder) {
    String type = "Ljava/util/concurrent/ScheduledThreadPoolExecutor;";
    Field field = FrayCore.field(holder, "delayer", type, true);
    if (field != null) {
      ThreadFactory factory = ((ScheduledThreadPoolExecutor) get(field)).getThreadFactory();
      ScheduledThreadPoolExecutor fresh = new ScheduledThreadPoolExecutor(1, factory);
      fresh.setRemoveOnCancelPolicy(true);
      set(field, fresh);
    }
  }

  private static Object get(Field field) {
    return U.getReferenceVolatile(U.staticFieldBase(field), U.staticFieldOffset(field));
  }

  private static void set(Field field, Object value) {
    U.putReferenceVolatile(U.staticFieldBase(field), U.staticFieldOffset(field), value);
  }
}
