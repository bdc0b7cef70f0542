package java.lang;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/**
 * The program's shutdown hooks. They run within its execution as they do at the end of a JVM: when
 * the last thread that is not a daemon has ended, or when the program asks for its end.
 *
 * <p>Each execution has a map of hooks of its own. The one that other agents, and fray, have put
 * theirs into is back in its place when the JVM itself ends.
 */
public final class FrayShutdown {
  private FrayShutdown() {}

  private static FrayStatics field;

  /** The hooks that are no execution's. */
  private static Object outside;

  /** Whether the JVM itself ends. */
  private static boolean ending;

  /** Whether the end of an execution is that of the program, as it is not of a test. */
  private static boolean runsHooks;

  /** See {@link #expectUseless}. */
  private static volatile Thread useless;

  /** What the execution of a test has added to the hooks of a JVM that goes on: see {@link #forget}. */
  private static final List<Thread> ADDED = new ArrayList<>();

  /** Whether there is a thread that waits for the end of the execution under way. */
  private static boolean expected;

  /** Before the first execution. */
  static void remember(boolean endsProgram) throws ReflectiveOperationException {
    Class<?> holder = Class.forName("java.lang.ApplicationShutdownHooks", true, null);
    field = FrayStatics.of(holder, "hooks", "Ljava/util/IdentityHashMap;");
    outside = field.get();
    field.set(null);
    runsHooks = endsProgram;
  }

  /** Before every execution. */
  static synchronized void clear() {
    expected = false;
    boolean clean = field.get() instanceof IdentityHashMap<?, ?> map && map.isEmpty();
    if (!clean && !ending) {
      field.set(new IdentityHashMap<Thread, Thread>());
    }
  }

  /** Entry of {@code ApplicationShutdownHooks.runHooks}. */
  public static synchronized void running() {
    if (FrayHooks.controlled()) {
      return;
    }
    if (field != null) {
      ending = true;
      field.set(outside);
    }
    forget();
  }

  /**
   * After the execution of a test, which shares the JVM with others and with its framework. At the
   * end of the JVM its hooks would find threads that are gone, and wait for them.
   */
  static synchronized void forget() {
    for (Thread hook : ADDED) {
      ApplicationShutdownHooks.remove(hook);
    }
    ADDED.clear();
  }

  /** Whether what the calling thread makes now registers a hook, which shall not stay. */
  static synchronized void expectUseless(boolean yes) {
    useless = yes ? Thread.currentThread() : null;
  }

  private static synchronized void remember(Thread hook) {
    ADDED.add(hook);
  }

  /** Entry of {@code ApplicationShutdownHooks.add}. */
  public static void adding(Thread hook) {
    if (field == null && useless == Thread.currentThread()) {
      remember(hook);
    }
    if (expected || !FrayHooks.controlled() || !isOfProgram(hook)) {
      return;
    }
    if (field == null) {
      remember(hook);
    }
    if (!runsHooks) {
      return;
    }
    expected = true;
    int me = FrayThreads.id(Thread.currentThread());
    FrayHooks.quietEnter();
    try {
      // In the group of the JVM's own threads, where programs do not look.
      ThreadGroup group = Thread.currentThread().getThreadGroup();
      while (group.getParent() != null) {
        group = group.getParent();
      }
      Thread last = new Thread(group, new End(), "DestroyJavaVM", 0, false);
      last.setDaemon(true);
      FrayThreads.register(last, FrayCore.spawnLast(me));
      last.start();
    } finally {
      FrayHooks.quietExit();
    }
  }

  /**
   * Whether it is the program's. The JDK adds hooks too, such as that of its loggers, but only when
   * it first needs them: not in every execution.
   */
  private static boolean isOfProgram(Thread hook) {
    return hasProgramClass(hook) || hasProgramClass(task(hook));
  }

  static boolean hasProgramClass(Object object) {
    ClassLoader loader = object == null ? null : object.getClass().getClassLoader();
    return loader != null && loader != ClassLoader.getPlatformClassLoader();
  }

  /** What the thread was made to run. JDK 17 has it in Thread itself, later ones beside it. */
  private static Object task(Thread thread) {
    String runnable = "Ljava/lang/Runnable;";
    Object holder = thread;
    Field task = FrayCore.field(Thread.class, "target", runnable, false);
    if (task == null) {
      holder = get(thread, FrayCore.field(Thread.class, "holder", HOLDER, false));
      task = holder == null ? null : FrayCore.field(holder.getClass(), "task", runnable, false);
    }
    return get(holder, task);
  }

  private static final String HOLDER = "Ljava/lang/Thread$FieldHolder;";

  private static Object get(Object object, Field field) {
    Unsafe u = FrayThreads.U;
    return object == null || field == null
        ? null
        : u.getReference(object, u.objectFieldOffset(field));
  }

  /** The program asks for its end. */
  @Hidden
  static void exit(int me, int status) {
    if (expected) {
      runAlone();
    }
    FrayHooks.killIf(FrayCore.exitProgram(me, status));
  }

  /** Which thread that is not controlled has ended the JVM, and with it the run; null if none has. */
  static String endedBy;

  /**
   * Such a thread (a finalizer, the handler of a signal, a thread of another agent) ends the JVM. That
   * is not the end of an execution: it comes at any time, and would not come again in a replay.
   */
  @Hidden
  static void exitOutside(int status) {
    if (FrayHooks.warming) {
      FrayWarmUp.exit();
    }
    if (field == null || ending && isOutside(Thread.currentThread())) {
      return;
    }
    if (endedBy == null && !ending) {
      String name = Thread.currentThread().getName();
      endedBy =
          "the thread " + name + ", which is not controlled, ended the JVM with status " + status;
    }
    Shutdown.exit(FrayLauncher.BROKEN); // which waits for ever if another thread is about to end it
  }

  /** Whether it is one of the hooks that are no execution's: at the end of the JVM they may cut that short. */
  private static boolean isOutside(Thread thread) {
    return outside instanceof IdentityHashMap<?, ?> hooks && hooks.containsKey(thread);
  }

  /** Whoever else wants to end the program, one of its hooks for example, waits for ever. */
  @Hidden
  private static void runAlone() {
    FrayHooks.enter(Shutdown.class);
    try {
      synchronized (Shutdown.class) {
        if (field.get() instanceof IdentityHashMap<?, ?> hooks) {
          dropOthers(hooks);
          ApplicationShutdownHooks.runHooks();
        }
      }
    } finally {
      FrayHooks.exit(Shutdown.class);
    }
  }

  private static void dropOthers(IdentityHashMap<?, ?> hooks) {
    for (Iterator<?> each = hooks.keySet().iterator(); each.hasNext(); ) {
      if (!isOfProgram((Thread) each.next())) {
        each.remove();
      }
    }
  }

  /** What the JVM does when all threads but daemons have ended. */
  private static final class End implements Runnable {
    @Hidden
    @Override
    public void run() {
      Thread me = Thread.currentThread();
      for (int id = 1; id <= FrayThreads.count(); id++) {
        Thread other = FrayThreads.get(id);
        // They have all ended; a join says that what they did comes before the hooks.
        if (other != me && FrayCore.isStarted(id) && !other.isDaemon()) {
          FrayThreadHooks.beforeJoin(other, 0);
        }
      }
      runAlone();
    }
  }
}
