package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.Continuation;
import jdk.internal.vm.ContinuationScope;
import jdk.internal.vm.ContinuationSupport;
import jdk.internal.vm.annotation.ChangesCurrentThread;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.Hidden;

/**
 * The fibers engine: each controlled thread is the body of a continuation, and all of them run on
 * the thread that conducts the executions. While one is mounted the JVM takes its {@link Thread}
 * object for the current thread, so that monitors, thread locals and everything else are its own.
 *
 * <p>Compiled against stubs, loaded on JDK 24 and later only.
 *
 * <p>Methods that change the current thread say so by an annotation and are never inlined: the
 * compiler may otherwise go on with the thread that it knew.
 */
final class FrayFibers extends FrayEngine {
  private static final Unsafe U = FrayThreads.U;
  static final ContinuationScope SCOPE = new ContinuationScope("fray");

  private static final long ALIVE = U.objectFieldOffset(Thread.class, "eetop");
  private static final long HOLDER = U.objectFieldOffset(Thread.class, "holder");
  private static final Class<?> FIELDS = find("java.lang.Thread$FieldHolder");
  private static final long STATUS = U.objectFieldOffset(FIELDS, "threadStatus");
  private static final long STACK_SIZE = U.objectFieldOffset(FIELDS, "stackSize");

  /** JVMTI's bits for a thread that runs, and one that has ended. */
  private static final int RUNNABLE = 5;

  private static final int TERMINATED = 2;

  /**
   * Stands for the address of the JVM's own thread data, which a fiber has none of. The JVM looks
   * for it among its threads before it uses it, and does not find it.
   */
  private static final long NO_THREAD_DATA = 1;

  /** Low bits of a turn: how the operation of the thread completed. The rest is its number. */
  private static final int RESULT_BITS = 3;

  private static final int RESULT_MASK = (1 << RESULT_BITS) - 1;

  /** The thread that all fibers run on. */
  static Thread carrier;

  /** The size of its stack: a thread that asks for a larger one cannot be a fiber on it. */
  private static long largestStack;

  static void runOn(Thread thread) {
    if (thread != carrier) {
      carrier = thread;
      largestStack = FrayCore.stackSize();
    }
  }

  /** By the number of the thread. */
  private static Fiber[] all = new Fiber[64];

  /** Who goes on; 0: the conductor. */
  private static int next;

  /** How the operation of the fiber that is being mounted completed. */
  private static int result;

  private static final class Fiber extends Continuation {
    Fiber(Runnable body) {
      super(SCOPE, body);
    }

    /** Nothing: whoever yields looks whether it has. */
    @Override
    protected void onPinned(Pinned reason) {}
  }

  private static final class Body implements Runnable {
    private final Thread thread;
    private final int id;

    Body(Thread thread, int id) {
      this.thread = thread;
      this.id = id;
    }

    @Hidden
    @Override
    public void run() {
      live(thread);
      next = FrayCore.fiberEnded(id);
    }
  }

  private static Class<?> find(String name) {
    try {
      return Class.forName(name, true, null);
    } catch (ClassNotFoundException missing) {
      throw new InternalError(missing);
    }
  }

  @Override
  void start(Thread thread) {
    Object holder = U.getReference(thread, HOLDER);
    if (U.getLong(holder, STACK_SIZE) > largestStack) {
      FrayCore.abandon("a thread with a large stack of its own");
    }
    int id = FrayThreads.id(thread);
    if (id >= all.length) {
      all = java.util.Arrays.copyOf(all, id * 2);
    }
    all[id] = new Fiber(new Body(thread, id));
    U.putInt(holder, STATUS, RUNNABLE);
    U.putLongVolatile(thread, ALIVE, NO_THREAD_DATA);
  }

  @Override
  void bury(Thread thread) {
    if (U.getLong(thread, ALIVE) == NO_THREAD_DATA) {
      U.putInt(U.getReference(thread, HOLDER), STATUS, TERMINATED);
      U.putLongVolatile(thread, ALIVE, 0);
    }
  }

  // ---- on the carrier

  @Hidden
  @Override
  void execute(Thread main) {
    runOn(Thread.currentThread());
    start(main);
    // A turn comes late if all threads wait for something outside.
    while ((next = FrayCore.fiberTurn()) != 0) {
      dispatch();
    }
  }

  @Hidden
  @DontInline
  private static void dispatch() {
    for (int turn; (turn = next) != 0; ) {
      result = turn & RESULT_MASK;
      next = 0;
      all[turn >> RESULT_BITS].run();
    }
  }

  @Hidden
  @Override
  void tearDown() {
    while ((next = FrayCore.nextVictim()) != 0) {
      dispatch();
    }
    for (int id = 1; id <= FrayThreads.count(); id++) {
      Thread thread = FrayThreads.get(id);
      if (thread != null) {
        bury(thread);
      }
      if (id < all.length) {
        all[id] = null;
      }
    }
  }

  // ---- on a fiber

  /** What the JVM does with a real thread, from its first moment to its last. */
  @Hidden
  @ChangesCurrentThread
  @DontInline
  static void live(Thread thread) {
    carrier.setCurrentThread(thread);
    runAndExit(thread);
    carrier.setCurrentThread(carrier);
  }

  @Hidden
  @DontInline
  private static void runAndExit(Thread thread) {
    try {
      thread.run();
    } catch (Throwable error) {
      try {
        thread.dispatchUncaughtException(error);
      } catch (Throwable ignored) {
        // As the JVM does.
      }
    }
    try {
      thread.exit();
    } catch (Throwable ignored) {
      // As the JVM does.
    }
  }

  @Hidden
  @Override
  int switchTo(int turn) {
    next = turn;
    if (leave(Thread.currentThread())) {
      return result;
    }
    return FrayCore.pinned(FrayThreads.id(Thread.currentThread()));
  }

  /** By leaving it, and coming back at once. */
  @Hidden
  @Override
  void test(int me) {
    next = me << RESULT_BITS;
    if (!leave(Thread.currentThread())) {
      next = 0;
      FrayCore.hold(me);
    }
  }

  @Hidden
  @ChangesCurrentThread
  @DontInline
  static boolean leave(Thread me) {
    carrier.setCurrentThread(carrier);
    boolean left = Continuation.yield(SCOPE);
    carrier.setCurrentThread(me);
    return left;
  }

  // ---- the rest

  @Override
  StackTraceElement[] stack(Thread thread) {
    int id = FrayThreads.id(thread);
    Fiber fiber = id > 0 && id < all.length ? all[id] : null;
    return fiber == null || fiber.isDone() ? null : fiber.getStackTrace();
  }

  /** The main method that was called last, and the class that it was looked for in. */
  private static MethodHandle main;

  private static Class<?> mainClass;

  /** Not through JNI, whose frame would pin the main thread for good. */
  @Hidden
  @Override
  boolean callMain(Class<?> type, String[] args) throws Throwable {
    if (type != mainClass) {
      FrayHooks.quietEnter();
      try {
        MethodType shape = MethodType.methodType(void.class, String[].class);
        main = FrayHandles.lookup().findStatic(type, "main", shape);
        mainClass = type;
      } catch (NoSuchMethodException missing) {
        return false;
      } finally {
        FrayHooks.quietExit();
      }
    }
    U.ensureClassInitialized(type);
    main.invokeExact(args);
    return true;
  }

  @Override
  boolean works() {
    try {
      return ContinuationSupport.isSupported()
          && Thread.currentThread() == Thread.currentCarrierThread() // fibers do not nest
          && FrayFiberTest.passes()
          && callMain(FrayFiberTest.class, new String[0]);
    } catch (Throwable broken) {
      return false;
    }
  }
}
