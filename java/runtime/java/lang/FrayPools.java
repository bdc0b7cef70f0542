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
    if (isInitialised(DELAYER)) {
      refreshDelayer(Class.forName(DELAYER.replace('/', '.'), false, null));
    }
  }

  /** The JVM's own pools, for {@link #restore}. */
  static Object[] save() throws ReflectiveOperationException {
    Field[] fields = fields();
    Object[] values = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      values[i] = fields[i] == null ? null : get(fields[i]);
    }
    return values;
  }

  /** Puts the pools of {@link #save} back. What was not there then gets a fresh one. */
  static void restore(Object[] values) throws ReflectiveOperationException {
    refresh();
    Field[] fields = fields();
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] != null && values[i] != null) {
        set(fields[i], values[i]);
      }
    }
  }

  /** The fields that {@link #refresh} changes; null for those of classes that are not in use. */
  private static Field[] fields() throws ReflectiveOperationException {
    Field[] fields = new Field[4];
    if (isInitialised("java/util/concurrent/ForkJoinPool")) {
      fields[0] = FrayCore.field(ForkJoinPool.class, "common", POOL, true);
    }
    if (isInitialised("java/util/concurrent/CompletableFuture")) {
      fields[1] = asyncPool(CompletableFuture.class);
    }
    if (isInitialised("java/util/concurrent/SubmissionPublisher")) {
      fields[2] = asyncPool(SubmissionPublisher.class);
    }
    if (isInitialised(DELAYER)) {
      Class<?> holder = Class.forName(DELAYER.replace('/', '.'), false, null);
      fields[3] = FrayCore.field(holder, "delayer", SCHEDULER, true);
    }
    return fields;
  }

  private static final String DELAYER = "java/util/concurrent/CompletableFuture$Delayer";
  private static final String SCHEDULER = "Ljava/util/concurrent/ScheduledThreadPoolExecutor;";

  private static Field asyncPool(Class<?> holder) {
    Field field = FrayCore.field(holder, "ASYNC_POOL", EXECUTOR, true);
    return field != null ? field : FrayCore.field(holder, "ASYNC_POOL", POOL, true);
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
    Field field = asyncPool(holder);
    if (field != null && get(field) == old) {
      set(field, fresh);
    }
  }

  /** The timer of {@code orTimeout} and alike, up to JDK 24. */
  private static void refreshDelayer(Class<?> holder) {
    Field field = FrayCore.field(holder, "delayer", SCHEDULER, true);
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
