package java.lang;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import jdk.internal.vm.annotation.Hidden;

/**
 * Hooks in front of calls by which a program shares something through a class of the JDK that is quiet,
 * because the JDK uses it for its own ends, too: queues of references, and the settings of the JVM. The calls of
 * the JDK itself are no steps: when it makes them depends on its caches and on the collector.
 */
public final class FrayShared {
  private FrayShared() {}

  /** Found when the first program comes here, since classes are rewritten before the JVM is up. */
  private static final class Offsets {
    static final int SETTINGS =
        (int) FrayThreads.U.staticFieldOffset(field(System.class, "props", "Ljava/util/Properties;", true));
    static final long QUEUE =
        offset(Reference.class, "queue", "Ljava/lang/ref/ReferenceQueue;");
    static final long LOCK = lock();

    private static java.lang.reflect.Field field(
        Class<?> holder, String name, String descriptor, boolean isStatic) {
      return FrayCore.field(holder, name, descriptor, isStatic);
    }

    private static long offset(Class<?> holder, String name, String descriptor) {
      return FrayThreads.U.objectFieldOffset(field(holder, name, descriptor, false));
    }

    /** A monitor, or, on some JDKs, a lock. */
    private static long lock() {
      String monitor = "Ljava/lang/ref/ReferenceQueue$Lock;";
      boolean isMonitor = field(ReferenceQueue.class, "lock", monitor, false) != null;
      String lock = "Ljava/util/concurrent/locks/ReentrantLock;";
      return offset(ReferenceQueue.class, "lock", isMonitor ? monitor : lock);
    }
  }

  /** Takes from a queue, or looks whether there is something. */
  @Hidden
  public static void queue(ReferenceQueue<?> queue) {
    if (FrayHooks.active && queue != null && FrayHooks.mayChoose()) {
      // What its waiting threads wait for: so the order of these and of a look matters.
      FrayHooks.lock(FrayThreads.U.getReference(queue, Offsets.LOCK));
    }
  }

  /** In place of the call. */
  @Hidden
  public static Reference<?> remove(ReferenceQueue<?> queue, long millis)
      throws InterruptedException {
    queue(queue);
    return queue.remove(millis);
  }

  /** In front of any method {@code enqueue()}. */
  @Hidden
  public static void enqueue(Object reference) {
    if (FrayHooks.active && reference instanceof Reference && FrayHooks.mayChoose()) {
      queue((ReferenceQueue<?>) FrayThreads.U.getReferenceVolatile(reference, Offsets.QUEUE));
    }
  }

  /** System properties, the default locale and others. */
  @Hidden
  public static void readSetting() {
    if (FrayHooks.active && FrayHooks.mayChoose()) {
      FrayHooks.point(FrayCore.READ, System.class, Offsets.SETTINGS);
    }
  }

  /** See {@link #readSetting}. */
  @Hidden
  public static void writeSetting() {
    if (FrayHooks.active && FrayHooks.mayChoose()) {
      FrayHooks.point(FrayCore.WRITE, System.class, Offsets.SETTINGS);
    }
  }
}
