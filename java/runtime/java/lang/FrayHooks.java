package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;

/**
 * What rewritten code calls. Each method first asks whether the calling thread is controlled and
 * does nothing, or what the original code did, if it is not.
 *
 * <p>Nothing here may run before the virtual machine is up, so this class has no static
 * initialiser; what needs one lives in {@link FrayThreads}. The methods are hidden from stack
 * traces: an exception shows the program's own frames, as it would without fray.
 */
public final class FrayHooks {
  private FrayHooks() {}

  /** Whether an execution is under way. The one load that everything costs outside of one. */
  static boolean active;

  /** Virtual wall-clock time at the start of every execution, in milliseconds. */
  private static final long EPOCH_MILLIS = 1_700_000_000_000L;

  @ForceInline
  private static int me(Thread thread) {
    return FrayThreads.id(thread);
  }

  /** What every hook does when the scheduler says something other than "go on". */
  @Hidden
  static void killIf(int result) {
    if (result == FrayCore.KILLED) {
      throw new FrayKill();
    }
  }

  /** A handler for all errors begins: that which unwinds the thread is none of its business. */
  @Hidden
  public static void caught(Throwable error) {
    if (error instanceof FrayKill kill) {
      throw kill;
    }
  }

  // ---- monitors

  @Hidden
  public static void enter(Object lock) {
    if (active) {
      enter(lock, false);
    }
  }

  /** Monitor enter in JDK code through which no program synchronises: only blocking matters. */
  @Hidden
  public static void enterQuiet(Object lock) {
    if (active) {
      enter(lock, true);
    }
  }

  @Hidden
  private static void enter(Object lock, boolean quiet) {
    Thread thread = Thread.currentThread();
    int me = me(thread);
    if (me != 0 && lock != null) {
      boolean silent = quiet || FrayThreads.quiet(thread);
      // Controlled threads are the program's own objects, whoever takes their monitors.
      boolean loudId = !silent || lock instanceof Thread other && me(other) != 0;
      int id = loudId ? FrayObjects.id(lock) : FrayObjects.quietId(lock);
      int result = FrayCore.enter(me, id, silent);
      if (result != 0 && !(silent && goesOn(result, lock, id))) {
        killIf(result);
      }
      reapIfThread(lock);
    }
  }

  /**
   * Whether a thread that is to end goes on all the same, because it cannot block here: an error
   * out of a static initialiser would leave a class that no later execution could use.
   */
  private static boolean goesOn(int result, Object lock, int id) {
    return result == FrayCore.KILLED && (Thread.holdsLock(lock) || !FrayCore.monitorInUse(id));
  }

  /** Before the real monitor of a thread object is taken: see {@link FrayThreads#reap}. */
  private static void reapIfThread(Object lock) {
    if (lock instanceof Thread thread) {
      FrayThreads.reapIfEnded(thread);
    }
  }

  @Hidden
  public static void exit(Object lock) {
    if (active) {
      int me = me(Thread.currentThread());
      if (me != 0) {
        FrayCore.exit(me, FrayObjects.quietId(lock));
      }
    }
  }

  @Hidden
  public static void waitOn(Object lock) throws InterruptedException {
    if (controls(lock)) {
      await(lock, -1);
    } else {
      lock.wait();
    }
  }

  @Hidden
  public static void waitOn(Object lock, long millis, int nanos) throws InterruptedException {
    if (controls(lock) && millis >= 0 && nanos >= 0 && nanos <= 999999) {
      await(lock, millis == 0 && nanos == 0 ? -1 : nanos(millis, nanos));
    } else {
      lock.wait(millis, nanos);
    }
  }

  @Hidden
  public static void waitOn(Object lock, long millis) throws InterruptedException {
    if (controls(lock) && millis >= 0) {
      await(lock, millis == 0 ? -1 : nanos(millis, 0));
    } else {
      lock.wait(millis); // also where the JVM's own exception for a wrong use comes from
    }
  }

  /** So many nanoseconds; more than there can be are for ever. */
  static long nanos(long millis, int nanos) {
    boolean fits = millis < Long.MAX_VALUE / 1_000_000;
    return fits ? millis * 1_000_000 + nanos : Long.MAX_VALUE;
  }

  private static boolean controls(Object lock) {
    return active && me(Thread.currentThread()) != 0 && lock != null && Thread.holdsLock(lock);
  }

  @Hidden
  private static void await(Object lock, long nanos) throws InterruptedException {
    Thread thread = Thread.currentThread();
    int me = me(thread);
    int result = FrayCore.INTERRUPTED;
    if (!FrayInterrupts.pending(thread)) {
      result = FrayCore.waitFor(me, lock, FrayObjects.quietId(lock), nanos);
      int times = FrayCore.waited(me);
      reapIfThread(lock);
      for (; times > 0; times--) {
        FrayCore.monitorEnter(lock);
      }
    }
    if (result == FrayCore.INTERRUPTED) {
      FrayInterrupts.clear();
      throw new InterruptedException();
    }
    killIf(result);
  }

  @Hidden
  public static void notifyOne(Object lock) {
    if (active && lock != null && Thread.holdsLock(lock)) {
      notifyShadow(lock, false);
    }
    lock.notify();
  }

  @Hidden
  public static void notifyEvery(Object lock) {
    if (active && lock != null && Thread.holdsLock(lock)) {
      notifyShadow(lock, true);
    }
    lock.notifyAll();
  }

  private static void notifyShadow(Object lock, boolean all) {
    int me = me(Thread.currentThread());
    if (me != 0) {
      FrayCore.notify(me, FrayObjects.quietId(lock), all);
    } else {
      FrayCore.notifyFromOutside(lock, all);
    }
  }

  // ---- descriptors (here and not in FrayIo, since the JDK reads and writes before that is there)

  static boolean warming; // the program runs once without control

  @Hidden
  public static void readFrom(Object fd) {
    if (active || warming) {
      FrayIo.read(fd);
    }
  }

  @Hidden
  public static void readFrom(Object dispatcher, Object fd) {
    if (active || warming) {
      FrayIo.read(fd);
    }
  }

  @Hidden
  public static void availableFrom(Object fd) {
    if (active || warming) {
      FrayIo.available(fd);
    }
  }

  @Hidden
  public static void writeTo(Object fd) {
    if (active) {
      FrayIo.write(fd);
    }
  }

  @Hidden
  public static void writeTo(Object dispatcher, Object fd) {
    if (active) {
      FrayIo.write(fd);
    }
  }

  // ---- switch points of objects (those of memory are in FrayMemoryHooks)

  @Hidden
  static void point(int kind, Object holder, int member) {
    Thread thread = Thread.currentThread();
    int me = me(thread);
    if (me != 0 && holder != null && !FrayThreads.quiet(thread)) {
      int result = FrayCore.point(me, kind, FrayObjects.id(holder), member);
      if (result == FrayCore.TRACED) {
        FrayValues.access(me, kind, holder, member);
      } else if (result != 0) {
        killIf(result);
      }
    }
  }

  /** Whether the calling thread is controlled and not in a quiet region. */
  @ForceInline
  static boolean mayChoose() {
    Thread thread = Thread.currentThread();
    return me(thread) != 0 && !FrayThreads.quiet(thread);
  }

  /** Entry of a method of a JDK lock that acquires, releases or queries it. */
  @Hidden
  public static void lock(Object lock) {
    if (active) {
      point(FrayCore.LOCK, lock, 0);
    }
  }

  /**
   * Entry of the methods with which a synchroniser handles its state and queue. Those of the JDK
   * are atomic and have their switch points elsewhere; those of programs are what is tested.
   */
  @Hidden
  public static void synchronizer(Object synchronizer) {
    if (active && synchronizer.getClass().getClassLoader0() != null) {
      point(FrayCore.LOCK, synchronizer, 0);
    }
  }

  // ---- regions in which a thread gives up control only if it really blocks

  @Hidden
  public static void quietEnter() {
    if (active) {
      Thread thread = Thread.currentThread();
      if (me(thread) != 0) {
        FrayThreads.enterQuiet(thread);
      }
    }
  }

  @Hidden
  public static void quietExit() {
    if (active) {
      Thread thread = Thread.currentThread();
      if (me(thread) != 0) {
        FrayThreads.leaveQuiet(thread);
      }
    }
  }

  /** A quiet region that others may have to wait for: a class of the program is initialised. */
  @Hidden
  public static void initEnter(Class<?> type) {
    if (active) {
      Thread thread = Thread.currentThread();
      if (me(thread) != 0) {
        FrayThreads.enterQuiet(thread);
        int nested = FrayCore.classInit(me(thread));
        // Quiet regions of other kinds, such as those of the JDK's own classes, stay quiet.
        if (FrayThreads.quietDepth(thread) == nested && FrayInitialisers.isEntangled(type)) {
          FrayInitialisers.choose(me(thread));
        }
      }
    }
  }

  @Hidden
  public static void initExit() {
    if (active) {
      Thread thread = Thread.currentThread();
      if (me(thread) != 0) {
        FrayThreads.leaveQuiet(thread);
        if (FrayCore.classInitialised(me(thread))) {
          FrayObjects.share();
        }
      }
    }
  }

  /** For classes too old to name themselves: the class that the caller is in. */
  @jdk.internal.reflect.CallerSensitive
  public static Class<?> callerClass() {
    return jdk.internal.reflect.Reflection.getCallerClass();
  }

  /** Leaves all quiet regions for a while: the program's own code is called from within the JDK. */
  public static int suspendQuiet() {
    return controlled() ? FrayThreads.suspendQuiet(Thread.currentThread()) : 0;
  }

  /** The end of {@link #suspendQuiet}, with what it returned. */
  public static void resumeQuiet(int depth) {
    if (depth > 0 && controlled()) {
      FrayThreads.resumeQuiet(Thread.currentThread(), depth);
    }
  }

  // ---- park

  @Hidden
  public static void park(Unsafe unsafe, boolean absolute, long time) {
    Thread thread = Thread.currentThread();
    int me = active ? me(thread) : 0;
    if (me == 0) {
      unsafe.park(absolute, time);
      return;
    }
    long nanos = -1;
    if (absolute) {
      nanos = nanos(Math.max(0, Math.max(0, time) - currentTimeMillis()), 0);
    } else if (time != 0) {
      nanos = Math.max(0, time);
    }
    boolean quiet = FrayThreads.quiet(thread);
    if (quiet) {
      FrayOutsiders.await(unsafe, thread, me);
    }
    int result = FrayCore.park(me, nanos, FrayInterrupts.pending(thread), quiet);
    FrayConditions.setSpurious(thread, result == FrayCore.SPURIOUS);
    killIf(result);
  }

  @Hidden
  public static void unpark(Unsafe unsafe, Object target) {
    if (active && target instanceof Thread thread && FrayThreads.id(thread) != 0) {
      FrayCore.unpark(FrayThreads.id(thread));
    } else {
      unsafe.unpark(target);
    }
  }

  /** In front of a call of unpark by a program: the permit may be given at any later moment. */
  @Hidden
  public static void unparkPoint(Thread target) {
    if (active && target != null) {
      threadPoint(FrayCore.UNPARK, target);
    }
  }

  @Hidden
  static void threadPoint(int kind, Thread target) {
    Thread thread = Thread.currentThread();
    int me = me(thread);
    if (me != 0 && !FrayThreads.quiet(thread)) {
      int other = FrayThreads.name(me, target);
      if (other != 0) {
        killIf(FrayCore.threadPoint(me, kind, other));
      }
    }
  }

  // ---- time

  @Hidden
  public static long nanoTime() {
    return controlled() ? clock() : System.nanoTime();
  }

  @Hidden
  public static long currentTimeMillis() {
    return controlled() ? EPOCH_MILLIS + clock() / 1_000_000 : System.currentTimeMillis();
  }

  /** Replaces {@code jdk.internal.misc.VM.getNanoTimeAdjustment}. */
  @Hidden
  public static long nanoTimeAdjustment(long offsetSeconds) {
    if (!controlled()) {
      return jdk.internal.misc.VM.getNanoTimeAdjustment(offsetSeconds);
    }
    long seconds = EPOCH_MILLIS / 1000 - offsetSeconds;
    return seconds * 1_000_000_000 + clock();
  }

  static int processors; // at least two, so that pools have something to order; 0: not known yet

  /**
   * Replaces {@code Runtime.availableProcessors}: controlled threads, and the conductor who makes pools
   * anew, are kept on one core, which would show here and give pools of one thread.
   */
  @Hidden
  public static int processors(Runtime runtime) {
    return processors != 0 && runtime != null ? processors : runtime.availableProcessors();
  }

  static boolean controlled() {
    return active && me(Thread.currentThread()) != 0;
  }

  private static long clock() {
    return FrayCore.readClock(FrayThreads.quiet(Thread.currentThread()));
  }

  // ---- the end of the program

  @Hidden
  public static void exitProgram(int status) {
    if (controlled()) {
      FrayShutdown.exit(me(Thread.currentThread()), status);
    } else {
      FrayShutdown.exitOutside(status);
    }
  }

  /** Entry of {@code Runtime.halt}, which runs no hooks. */
  @Hidden
  public static void haltProgram(int status) {
    if (controlled()) {
      killIf(FrayCore.exitProgram(me(Thread.currentThread()), status));
    } else {
      FrayShutdown.exitOutside(status);
    }
  }

  // ---- reflection

  /** Whether there may be fields that are not as final as they were. */
  static boolean hidesFinals;

  /** The fields that a class has declared. */
  public static java.lang.reflect.Field[] declaredFields(java.lang.reflect.Field[] fields) {
    if (hidesFinals) {
      FrayRenewal.hide(fields);
    }
    return fields;
  }

  // ---- randomness

  /** Whether the hash codes of enum constants are fixed as soon as they are made. */
  static boolean fixesHashes;

  /** A constant of an enum has been made. */
  @Hidden
  public static void enumConstant(Enum<?> constant) {
    if (fixesHashes) {
      FrayReset.fixHash(constant);
    }
  }

  /** The seed of a generator that was not given one, by {@code java.util.random}. */
  public static long generatorSeed(long seed) {
    return active && mayChoose() ? FrayReset.draw() : seed;
  }

  /** The bytes of a random UUID: a function of the execution's seed. */
  @Hidden
  public static void uuidBytes(java.security.SecureRandom random, byte[] bytes) {
    if (active && mayChoose()) {
      FrayReset.draw(bytes);
    } else {
      random.nextBytes(bytes);
    }
  }

  /** The program asks for numbers that nobody can foresee: it gets them, and a note says so. */
  @Hidden
  public static void secureRandom(Object random) {
    if (active && mayChoose()) {
      FrayCore.uncontrolled("SecureRandom gives other numbers every time");
    }
  }
}
