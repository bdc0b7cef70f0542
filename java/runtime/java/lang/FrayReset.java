package java.lang;

import java.lang.reflect.Field;
import jdk.internal.misc.Unsafe;

/**
 * Static state of the JDK that a program can see and that an execution must not inherit from the
 * one before: counters behind default names, seeds of random generators.
 */
final class FrayReset {
  private FrayReset() {}

  private static final Unsafe U = FrayThreads.U;

  /** Number of the next thread called "Thread-n", as it was before the first execution. */
  private static int threadNumber;

  static void remember() {
    threadNumber = U.getInt(threadNumbering(), threadNumberingOffset());
  }

  /** Seed of the execution under way. */
  private static long seed;

  private static final long RANDOM_SEED = U.objectFieldOffset(Thread.class, "threadLocalRandomSeed");
  private static final long PROBE = U.objectFieldOffset(Thread.class, "threadLocalRandomProbe");

  /**
   * What ThreadLocalRandom keeps in a thread. The JDK draws it when a thread first needs it, which
   * may be for the sake of a cache that only the first execution fills.
   */
  static void seed(Thread thread, int id) {
    long random = mix(seed, 4 + id);
    U.putLong(thread, RANDOM_SEED, random);
    U.putInt(thread, PROBE, (int) (random >>> 32) | 1);
  }

  static void apply(long seed) throws ReflectiveOperationException {
    FrayReset.seed = seed;
    FrayPools.refresh();
    U.putInt(threadNumbering(), threadNumberingOffset(), threadNumber);
    setAtomicInteger("java.util.concurrent.Executors$DefaultThreadFactory", "poolNumber", 1);
    setAtomicInteger("java.util.Timer", "nextSerialNumber", 0);
    setAtomicInteger("java.util.concurrent.ThreadLocalRandom", "probeGenerator", 0);
    setAtomicLong("java.util.concurrent.ThreadLocalRandom", "seeder", mix(seed, 1));
    setAtomicLong("java.util.Random", "seedUniquifier", mix(seed, 2));
    setAtomicLong("java.util.SplittableRandom", "defaultGen", mix(seed, 3));
  }

  private static Class<?> threadNumbering() {
    return numberingField().getDeclaringClass();
  }

  private static long threadNumberingOffset() {
    return U.staticFieldOffset(numberingField());
  }

  /** JDK 17 keeps the counter in Thread itself, later ones in a nested class. */
  private static Field numberingField() {
    Field field = FrayCore.field(Thread.class, "threadInitNumber", "I", true);
    if (field == null) {
      field = FrayCore.field(nested("java.lang.Thread$ThreadNumbering"), "next", "I", true);
    }
    return field;
  }

  private static Class<?> nested(String name) {
    try {
      return Class.forName(name, true, null);
    } catch (ClassNotFoundException missing) {
      throw new InternalError(missing);
    }
  }

  private static void setAtomicInteger(String type, String name, int value) {
    Object counter = counter(type, name, "Ljava/util/concurrent/atomic/AtomicInteger;");
    if (counter != null) {
      ((java.util.concurrent.atomic.AtomicInteger) counter).set(value);
    }
  }

  private static void setAtomicLong(String type, String name, long value) {
    Object counter = counter(type, name, "Ljava/util/concurrent/atomic/AtomicLong;");
    if (counter != null) {
      ((java.util.concurrent.atomic.AtomicLong) counter).set(value);
    }
  }

  /** The value of a static field, or null if this JDK has no such class or field. */
  private static Object counter(String type, String name, String descriptor) {
    try {
      Class<?> owner = Class.forName(type, true, null);
      Field field = FrayCore.field(owner, name, descriptor, true);
      return field == null
          ? null
          : U.getReference(U.staticFieldBase(field), U.staticFieldOffset(field));
    } catch (ClassNotFoundException missing) {
      return null;
    }
  }

  private static long mix(long seed, int salt) {
    long z = seed + salt * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    return z ^ (z >>> 27);
  }
}
