package java.lang;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
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

  /** Number of the last pool, as it was before the first execution. */
  private static int poolIds;

  static void remember() throws ReflectiveOperationException {
    Class.forName("java.util.concurrent.ForkJoinPool");
    Field ids = FrayCore.field(ForkJoinPool.class, "poolIds", "I", true);
    poolIds = U.getInt(U.staticFieldBase(ids), U.staticFieldOffset(ids));
  }

  static void refresh() throws ReflectiveOperationException {
    Field common = FrayCore.field(ForkJoinPool.class, "common", POOL, true);
    Object old = get(common);
    Constructor<ForkJoinPool> constructor = ForkJoinPool.class.getDeclaredConstructor(byte.class);
    constructor.setAccessible(true);
    Object fresh = constructor.newInstance((byte) 0);
    set(common, fresh);
    replace(CompletableFuture.class, "ASYNC_POOL", old, fresh);
    replace(Class.forName("java.util.concurrent.SubmissionPublisher"), "ASYNC_POOL", old, fresh);
    refreshDelayer();
    Field ids = FrayCore.field(ForkJoinPool.class, "poolIds", "I", true);
    U.putInt(U.staticFieldBase(ids), U.staticFieldOffset(ids), poolIds);
  }

  private static void replace(Class<?> holder, String name, Object old, Object fresh) {
    Field field = FrayCore.field(holder, name, EXECUTOR, true);
    if (field == null) {
      field = FrayCore.field(holder, name, POOL, true);
    }
    if (field != null && get(field) == old) {
      set(field, fresh);
    }
  }

  /** The timer of {@code orTimeout} and alike, up to JDK 24. */
  private static void refreshDelayer() {
    Class<?> holder;
    try {
      holder = Class.forName("java.util.concurrent.CompletableFuture$Delayer", false, null);
    } catch (ClassNotFoundException laterJdk) {
      return;
    }
    if (U.shouldBeInitialized(holder)) {
      return;
    }
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
