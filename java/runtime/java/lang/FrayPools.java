package java.lang;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;

/**
 * Thread pools that the JDK keeps in static fields. Their threads end with an execution, so the
 * next one gets pools as a fresh JVM would have them. The class hook makes these fields non-final,
 * so that the compiler does not take their values for constants.
 */
final class FrayPools {
  private FrayPools() {}

  private static final String EXECUTOR = "Ljava/util/concurrent/Executor;";
  private static final String POOL = "Ljava/util/concurrent/ForkJoinPool;";

  // Found once: they are needed before each execution.
  private static Constructor<ForkJoinPool> constructor;
  private static FrayStatics common;
  private static FrayStatics ids;

  static void refresh() throws ReflectiveOperationException {
    refreshChannels();
    if (FrayStatics.inUse(FORK_JOIN) == null) {
      return; // the first use of it makes everything new
    }
    if (constructor == null) {
      common = FrayStatics.of(ForkJoinPool.class, "common", POOL);
      ids = FrayStatics.of(ForkJoinPool.class, "poolIds", "I");
      constructor = ForkJoinPool.class.getDeclaredConstructor(byte.class);
      constructor.setAccessible(true);
    }
    Object old = common.get();
    ids.setInt(0);
    Object fresh = constructor.newInstance((byte) 0);
    common.set(fresh);
    for (String name : ASYNC) {
      FrayStatics pool = asyncPool(name);
      if (pool != null && pool.get() == old) {
        pool.set(fresh);
      }
    }
    FrayStatics delayer = delayer();
    if (delayer != null) {
      refreshDelayer(delayer);
    }
  }

  private static final String FILES =
      "sun/nio/ch/SimpleAsynchronousFileChannelImpl$DefaultExecutorHolder";
  private static final String CHANNELS = "sun/nio/ch/ThreadPool$DefaultThreadPoolHolder";
  private static final String PROVIDER = "sun/nio/ch/LinuxAsynchronousChannelProvider";

  /** The port of the JVM itself, before the first execution. */
  private static Object ownPort;

  /** What asynchronous channels share that have no group of their own. */
  private static void refreshChannels() throws ReflectiveOperationException {
    FrayStatics files = files();
    if (files != null) {
      files.set(sun.nio.ch.FrayNet.defaultExecutor());
    }
    FrayStatics channels = channels();
    if (channels != null) {
      channels.set(sun.nio.ch.FrayNet.defaultPool());
    }
    FrayStatics port = port();
    Object old = port == null ? null : port.get();
    if (old != null) {
      port.set(null); // the next use makes a new one
      if (old != ownPort) {
        Method close = old.getClass().getDeclaredMethod("implClose");
        close.setAccessible(true);
        close.invoke(old);
      }
    }
  }

  private static FrayStatics files() throws ClassNotFoundException {
    Class<?> holder = FrayStatics.inUse(FILES);
    String type = "Ljava/util/concurrent/ExecutorService;";
    return holder == null ? null : FrayStatics.of(holder, "defaultExecutor", type);
  }

  private static FrayStatics channels() throws ClassNotFoundException {
    Class<?> holder = FrayStatics.inUse(CHANNELS);
    String type = "Lsun/nio/ch/ThreadPool;";
    return holder == null ? null : FrayStatics.of(holder, "defaultThreadPool", type);
  }

  private static FrayStatics port() throws ClassNotFoundException {
    Class<?> provider = FrayStatics.inUse(PROVIDER);
    String type = "Lsun/nio/ch/EPollPort;";
    return provider == null ? null : FrayStatics.of(provider, "defaultPort", type);
  }

  /** The JVM's own pools, for {@link #restore}. */
  static Object[] save() throws ReflectiveOperationException {
    FrayStatics[] fields = fields();
    Object[] values = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      values[i] = fields[i] == null ? null : fields[i].get();
    }
    ownPort = values[values.length - 1];
    return values;
  }

  /**
   * Puts the pools of {@link #save} back. What was not there then gets a fresh one, unless it has
   * found the common pool, which is again the one that it was.
   */
  static void restore(Object[] values) throws ReflectiveOperationException {
    refresh();
    FrayStatics[] fields = fields();
    Object fresh = fields[0] == null ? null : fields[0].get();
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] != null && values[i] != null) {
        fields[i].set(values[i]);
      } else if (fields[i] != null && values[0] != null && fields[i].get() == fresh) {
        fields[i].set(values[0]);
      }
    }
  }

  /** The fields that {@link #refresh} changes; null for those of classes that are not in use. */
  private static FrayStatics[] fields() throws ReflectiveOperationException {
    Class<?> pool = FrayStatics.inUse(FORK_JOIN);
    return new FrayStatics[] {
      pool == null ? null : FrayStatics.of(pool, "common", POOL),
      asyncPool(ASYNC[0]),
      asyncPool(ASYNC[1]),
      asyncPool(ASYNC[2]),
      delayer(),
      files(),
      channels(),
      port()
    };
  }

  private static final String FORK_JOIN = "java/util/concurrent/ForkJoinPool";

  /** Classes that remember which pool they found. */
  private static final String[] ASYNC = {
    "java/util/concurrent/CompletableFuture",
    "java/util/concurrent/SubmissionPublisher",
    "jdk/internal/net/http/HttpClientImpl"
  };

  private static final String DELAYER = "java/util/concurrent/CompletableFuture$Delayer";
  private static final String SCHEDULER = "Ljava/util/concurrent/ScheduledThreadPoolExecutor;";

  private static FrayStatics asyncPool(String name) throws ClassNotFoundException {
    Class<?> holder = FrayStatics.inUse(name);
    if (holder == null) {
      return null;
    }
    FrayStatics field = FrayStatics.of(holder, "ASYNC_POOL", EXECUTOR);
    return field != null ? field : FrayStatics.of(holder, "ASYNC_POOL", POOL);
  }

  private static FrayStatics delayer() throws ClassNotFoundException {
    Class<?> holder = FrayStatics.inUse(DELAYER);
    return holder == null ? null : FrayStatics.of(holder, "delayer", SCHEDULER);
  }

  /** The timer of {@code orTimeout} and alike, up to JDK 24. */
  private static void refreshDelayer(FrayStatics field) {
    ThreadFactory factory = ((ScheduledThreadPoolExecutor) field.get()).getThreadFactory();
    ScheduledThreadPoolExecutor fresh = new ScheduledThreadPoolExecutor(1, factory);
    fresh.setRemoveOnCancelPolicy(true);
    field.set(fresh);
  }
}
