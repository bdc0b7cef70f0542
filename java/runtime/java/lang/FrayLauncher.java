package java.lang;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/**
 * Runs the program again and again. The JDK's own launcher loads and checks the main class as ever,
 * from a class path, a jar or a module; the class hook then makes it start this class instead.
 */
public final class FrayLauncher {
  private FrayLauncher() {}

  private static Class<?> program;

  /** Whether the program is a test framework's launcher. */
  private static boolean runsTests;

  /** On the way out of {@code LauncherHelper.checkAndLoadMain}. */
  public static Class<?> launched(Class<?> mainClass) throws ReflectiveOperationException {
    if (!FrayCore.launches()) {
      return mainClass;
    }
    program = mainClass;
    // From JDK 21 on the launcher also starts instance and no-argument main methods, and
    // remembers which it found; the method that it starts now is an ordinary one.
    setLauncherFlag("isStaticMain", true);
    setLauncherFlag("noArgMain", false);
    return FrayLauncher.class;
  }

  private static void setLauncherFlag(String name, boolean value)
      throws ReflectiveOperationException {
    Unsafe u = FrayThreads.U;
    Class<?> helper = Class.forName("sun.launcher.LauncherHelper");
    for (Field field : helper.getDeclaredFields()) {
      if (field.getName().equals(name)) {
        u.putBoolean(u.staticFieldBase(field), u.staticFieldOffset(field), value);
      }
    }
  }

  public static void main(String[] args) {
    try {
      run(args);
    } catch (Throwable broken) {
      // A run that ends early must not look like one that found nothing, whatever else is broken.
      try {
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true);
        err.println("fray: internal error: " + broken);
        broken.printStackTrace(err);
      } finally {
        Shutdown.halt(BROKEN);
      }
    }
  }

  /** Exit code when fray itself cannot do its job. */
  static final int BROKEN = 3;

  private static void run(String[] args) throws Throwable {
    FrayCore.link();
    FrayCore.describe(
        FrayExecution.jdk(),
        program.desiredAssertionStatus(),
        FrayCore.wantsFibers() && FrayEngine.hasFibers());
    runsTests = program.getName().startsWith("dev.fray.");
    FrayIsolation isolation = FrayIsolation.of(program, runsTests);
    if (runsTests) {
      FrayTools.warm(isolation.embeddedLoader());
    }
    Runtime.getRuntime().addShutdownHook(new Summary());
    FrayReset.remember();
    FrayLeftovers.remember();
    FrayShutdown.remember(!runsTests);
    if (FrayCore.warmUp() > 0) {
      ClassLoader loader = isolation.freshLoader();
      FrayInput.redirect();
      FrayOutput.redirect();
      FrayWarmUp.run(loader, new Main(loader, args.clone()), FrayCore.warmUp());
      FrayOutput.restore();
      FrayInput.restore();
      isolation.done();
    }
    FrayCore.outsiders(Thread.currentThread().getThreadGroup().activeCount() - 1);
    FrayGroups.remember();
    if (runsTests) {
      FrayDispatch.install(); // tests print into the same streams here as in the campaign that found the failure
    }
    while (FrayCore.next()) {
      ClassLoader loader = isolation.freshLoader();
      FrayReset.apply(FrayCore.seed());
      FrayLeftovers.clear(isolation.isFresh());
      FrayShutdown.clear();
      FrayInput.redirect();
      if (runsTests) {
        FrayDispatch.begin();
      } else {
        FrayOutput.redirect();
      }
      FrayExecution.run(loader, new Main(loader, args.clone()));
      if (!runsTests) {
        FrayOutput.restore();
      }
      FrayInput.restore();
      FrayExecution.book();
      isolation.done();
    }
    if (runsTests) {
      FrayDispatch.remove();
    }
    int status = FrayCore.finish(null);
    // Not by the end of this thread: the JVM would wait for threads that could not be ended, and for
    // those of outsiders. What `exit` does besides, to log it, takes as long as half of a JVM's start.
    Shutdown.shutdown();
    Shutdown.halt(status);
  }

  /** Writes what there is when the user ends the run, or an outsider the JVM. */
  private static final class Summary extends Thread {
    Summary() {
      super("fray summary");
    }

    @Override
    public void run() {
      FrayCore.finish(FrayShutdown.endedBy);
    }
  }

  /** The main thread of an execution. (No lambda: the first one in a JVM takes long to link.) */
  private static final class Main implements Runnable {
    private final ClassLoader loader;
    private final String[] args;

    Main(ClassLoader loader, String[] args) {
      this.loader = loader;
      this.args = args;
    }

    @Hidden
    @Override
    public void run() {
      body(loader, args);
    }
  }

  /** What the main thread of an execution does; an exception leaves it as it would leave main. */
  @Hidden
  private static void body(ClassLoader loader, String[] args) {
    try {
      run(loader, args);
    } catch (Throwable error) {
      FrayThreads.U.throwException(error);
    }
  }

  @Hidden
  private static void run(ClassLoader loader, String[] args) throws Throwable {
    Class<?> type = program;
    if (loader != program.getClassLoader()) {
      FrayHooks.quietEnter();
      try {
        type = Class.forName(program.getName(), false, loader);
      } finally {
        FrayHooks.quietExit();
      }
    }
    if (runsTests) {
      FrayHooks.quietEnter(); // until it calls a test: see FrayToolHooks
    }
    // As the JDK's launcher does; reflection would leave frames and load many classes.
    boolean called =
        FrayEngine.fibers != null
            ? FrayEngine.fibers.callMain(type, args)
            : FrayCore.callMain(type, args);
    if (!called) {
      callOther(type, args);
    }
  }

  /** A main method of another shape, which JDK 21 and later start. */
  @Hidden
  private static void callOther(Class<?> type, String[] args) throws Throwable {
    Method main;
    FrayHooks.quietEnter();
    try {
      main = findMain(type);
      main.setAccessible(true);
    } finally {
      FrayHooks.quietExit();
    }
    Object receiver = null;
    if (!Modifier.isStatic(main.getModifiers())) {
      Constructor<?> constructor = main.getDeclaringClass().getDeclaredConstructor();
      constructor.setAccessible(true);
      receiver = constructor.newInstance();
    }
    try {
      if (main.getParameterCount() == 0) {
        main.invoke(receiver);
      } else {
        main.invoke(receiver, (Object) args);
      }
    } catch (InvocationTargetException wrapped) {
      throw wrapped.getCause();
    }
  }

  /** The method that the JDK's launcher would call; it has already checked that there is one. */
  private static Method findMain(Class<?> type) throws ReflectiveOperationException {
    try {
      Class<?> finder = Class.forName("jdk.internal.misc.MethodFinder");
      Method find = finder.getMethod("findMainMethod", Class.class);
      return (Method) find.invoke(null, type);
    } catch (ClassNotFoundException beforeJdk24) {
      return type.getMethod("main", String[].class);
    }
  }
}
