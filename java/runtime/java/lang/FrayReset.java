package java.lang;

import java.util.Collections;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import jdk.internal.misc.Unsafe;

/**
 * Static state of the JDK that a program can see and that an execution must not inherit from the
 * one before: counters behind default names, seeds of random generators.
 */
final class FrayReset {
  private FrayReset() {}

  private static final Unsafe U = FrayThreads.U;

  /** The number of the next thread called "Thread-n". */
  private static FrayStatics numbering;

  /** That number as it was before the first execution. */
  private static int threadNumber;

  private static AtomicInteger poolNumber;
  private static AtomicInteger timerNumber;
  private static AtomicInteger probe;
  private static AtomicLong localSeeder;
  private static AtomicLong randomSeeder;
  private static AtomicLong splittableSeeder;

  /** Finds everything, once: it is looked at before each execution. */
  static void remember() {
    if (FrayHooks.processors == 0) { // else the caller may be on one core by now, as conductor of another test
      FrayHooks.processors = Math.max(2, Runtime.getRuntime().availableProcessors());
    }
    numbering = numbering();
    threadNumber = numbering.getInt();
    poolNumber = integer("java.util.concurrent.Executors$DefaultThreadFactory", "poolNumber");
    timerNumber = integer("java.util.Timer", "nextSerialNumber");
    probe = integer("java.util.concurrent.ThreadLocalRandom", "probeGenerator");
    localSeeder = number("java.util.concurrent.ThreadLocalRandom", "seeder");
    randomSeeder = number("java.util.Random", "seedUniquifier");
    splittableSeeder = number("java.util.SplittableRandom", "defaultGen");
    mathRandom = (Random) counter(MATH_HOLDER, "randomNumberGenerator", "Ljava/util/Random;");
    shuffle = FrayStatics.of(Collections.class, "r", "Ljava/util/Random;");
    fixHashes();
  }

  /** Generators that the JDK keeps once they have been asked for: of Math, and of shuffling. */
  private static Random mathRandom;

  private static FrayStatics shuffle;
  private static final String MATH_HOLDER = "java.lang.Math$RandomNumberGeneratorHolder";

  /**
   * Enum constants that are there for all executions have the same identity hash codes in all of
   * them, whichever is the first to ask.
   */
  private static void fixHashes() {
    // The agent finds out on a new thread where the JVM has the generator.
    Thread thread = new Thread("fray");
    thread.start();
    while (thread.getState() != Thread.State.TERMINATED) {
      Thread.onSpinWait();
    }
    FrayHooks.fixesHashes = true;
    // The only ones that the JVM makes earlier and that programs ask for.
    for (Thread.State state : Thread.State.values()) {
      fixHash(state);
    }
  }

  static void fixHash(Enum<?> constant) {
    FrayCore.fixHash(constant, constant.getClass().getName() + '.' + constant.name());
  }

  /** Seed of the execution under way. */
  private static long seed;

  private static final long RANDOM_SEED = U.objectFieldOffset(Thread.class, "threadLocalRandomSeed");
  private static final long PROBE = U.objectFieldOffset(Thread.class, "threadLocalRandomProbe");
  private static final long SECOND =
      U.objectFieldOffset(Thread.class, "threadLocalRandomSecondarySeed");

  /**
   * What ThreadLocalRandom keeps in a thread. The JDK draws it when a thread first needs it, which
   * may be for the sake of a cache that only the first execution fills.
   */
  static void seed(Thread thread, int id) {
    long random = mix(seed, 4 + id);
    U.putLong(thread, RANDOM_SEED, random);
    U.putInt(thread, PROBE, (int) (random >>> 32) | 1);
    U.putInt(thread, SECOND, (int) random | 1);
  }

  /** As {@link #remember}, for a JVM in which threads were started before that others know of. */
  static void rememberEmbedded() throws ReflectiveOperationException {
    remember();
    embeddedNumber = threadNumber;
    threadNumber = 0;
    pools = FrayPools.save();
  }

  /** Gives back to the JVM what is its own. */
  static void restoreEmbedded() throws ReflectiveOperationException {
    numbering.setInt(embeddedNumber);
    FrayPools.restore(pools);
    pools = null;
  }

  private static int embeddedNumber;
  private static Object[] pools;

  static void apply(long seed) throws ReflectiveOperationException {
    FrayReset.seed = seed;
    FrayPools.refresh();
    numbering.setInt(threadNumber);
    set(poolNumber, 1);
    set(timerNumber, 0);
    set(probe, 0);
    set(localSeeder, mix(seed, 1));
    set(randomSeeder, mix(seed, 2));
    set(splittableSeeder, mix(seed, 3));
    if (mathRandom != null) {
      mathRandom.setSeed(mix(seed, -1));
    }
    if (shuffle != null) {
      shuffle.set(null);
    }
    drawn = mix(seed, -2);
  }

  private static void set(AtomicInteger counter, int value) {
    if (counter != null) {
      counter.set(value);
    }
  }

  private static void set(AtomicLong counter, long value) {
    if (counter != null) {
      counter.set(value);
    }
  }

  /** JDK 17 keeps the counter in Thread itself, later ones in a nested class. */
  private static FrayStatics numbering() {
    FrayStatics field = FrayStatics.of(Thread.class, "threadInitNumber", "I");
    if (field == null) {
      field = FrayStatics.of(nested("java.lang.Thread$ThreadNumbering"), "next", "I");
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

  private static AtomicInteger integer(String type, String name) {
    return (AtomicInteger) counter(type, name, "Ljava/util/concurrent/atomic/AtomicInteger;");
  }

  private static AtomicLong number(String type, String name) {
    return (AtomicLong) counter(type, name, "Ljava/util/concurrent/atomic/AtomicLong;");
  }

  /** The value of a static field, or null if this JDK has no such class or field. */
  private static Object counter(String type, String name, String descriptor) {
    try {
      Class<?> owner = Class.forName(type, true, null);
      FrayStatics field = FrayStatics.of(owner, name, descriptor);
      return field == null ? null : field.get();
    } catch (ClassNotFoundException missing) {
      return null;
    }
  }

  private static long mix(long seed, int salt) {
    long z = seed + salt * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    return z ^ (z >>> 27);
  }

  /** State of the generator behind {@link #draw}. */
  private static long drawn;

  /** Random bytes; only the thread that holds the token asks for them. */
  static void draw(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if (i % 8 == 0) {
        draw();
      }
      bytes[i] = (byte) (drawn >>> 8 * (i % 8));
    }
  }

  /** A random number, likewise. */
  static long draw() {
    return drawn = mix(drawn, 1);
  }
}
