package java.lang;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import jdk.internal.misc.Unsafe;
import jdk.internal.module.ServicesCatalog;

/**
 * Fresh application classes for each execution: a new instance of the JDK's own application class
 * loader over the same class path, so that everything that a program can see of its loader stays
 * as it was. The modules of the module path are defined to it anew. Programs that are loaded in other
 * ways (from sources, by a system class loader of their own) keep theirs.
 *
 * <p>Classes that keep nothing, or only what can be put back, are as good as fresh ones: if all are such,
 * they and their loader serve the next execution, too.
 *
 * <p>Test frameworks are loaded once for all executions, by a loader of their own above the fresh
 * ones: loading them takes longer than most tests, and nothing in them is the test's.
 */
final class FrayIsolation {
  private static final Unsafe U = FrayThreads.U;

  private final ClassLoader original;
  private final Constructor<?> constructor; // null: no fresh loaders
  private final Object classPath;
  private final long systemLoader;
  private final ClassLoader tools; // null: none are shared
  private final long parent;
  private final boolean assertions;
  private final FrayModules modules; // null: there are none
  private ClassLoader last; // null: none was made yet

  private FrayIsolation(
      ClassLoader original,
      Constructor<?> constructor,
      Object classPath,
      long systemLoader,
      ClassLoader tools,
      long parent,
      boolean assertions,
      FrayModules modules) {
    this.original = original;
    this.constructor = constructor;
    this.classPath = classPath;
    this.systemLoader = systemLoader;
    this.tools = tools;
    this.parent = parent;
    this.assertions = assertions;
    this.modules = modules;
  }

  static FrayIsolation of(Class<?> program, boolean shareTools)
      throws ReflectiveOperationException {
    ClassLoader loader = program.getClassLoader();
    boolean wanted = FrayCore.isolated();
    boolean usual =
        loader != null
            && loader == ClassLoader.getSystemClassLoader()
            && loader.getClass().getName().equals("jdk.internal.loader.ClassLoaders$AppClassLoader");
    Class<?> builtin = Class.forName("jdk.internal.loader.BuiltinClassLoader");
    // In a test framework's JVM others use the modules at the same time.
    FrayModules modules = wanted && usual && !shareTools ? FrayModules.of(loader, builtin) : null;
    Module module = program.getModule();
    boolean possible = usual && (!module.isNamed() || modules != null && modules.has(module));
    if (wanted && !possible) {
      FrayCore.uncontrolled(
          "static state of the program: it is loaded in a way that does not allow fresh classes for"
              + " each execution");
    }
    if (!wanted || !possible) {
      return new FrayIsolation(loader, null, null, 0, null, 0, false, null);
    }
    FrayHooks.hidesFinals = true;
    Object classPath = U.getReference(loader, U.objectFieldOffset(builtin, "ucp"));
    Constructor<?> constructor = loader.getClass().getDeclaredConstructors()[0];
    // ClassLoader hides its fields from reflection; this one is static, so its offset is the
    // same in Class objects of every run but has to be found through the agent.
    java.lang.reflect.Field system =
        FrayCore.field(ClassLoader.class, "scl", "Ljava/lang/ClassLoader;", true);
    ClassLoader tools = shareTools ? FrayTools.loader(loader, constructor) : null;
    return new FrayIsolation(
        loader,
        constructor,
        classPath,
        U.staticFieldOffset(system),
        tools,
        U.objectFieldOffset(builtin, "parent"),
        program.desiredAssertionStatus(),
        modules);
  }

  /** Whether every execution gets classes of its own. */
  boolean isFresh() {
    return constructor != null;
  }

  /** The loader for the next execution. */
  ClassLoader freshLoader() {
    ClassLoader before = last;
    ClassLoader fresh = embeddedLoader();
    if (modules != null && fresh != before) {
      modules.define(fresh);
    }
    if (fresh != original) {
      setSystemLoader(fresh);
    }
    return fresh;
  }

  /** The same in a JVM to which the execution's threads do not belong alone. */
  ClassLoader embeddedLoader() {
    boolean kept = FrayCore.keepsClasses();
    if (constructor == null) {
      return original;
    }
    if (kept && last != null) {
      if (FrayRenewal.renew(last)) {
        return last;
      }
      FrayCore.renewClasses();
    }
    FrayRenewal.forget();
    ClassLoader fresh = (ClassLoader) FrayCore.construct(constructor, original.getParent(), classPath);
    if (tools != null) {
      // Asked first, as any parent is. What getParent returns stays as it was.
      U.putReference(fresh, parent, tools);
      // A framework turns assertions on by itself, in the original loader only.
      fresh.setDefaultAssertionStatus(assertions);
    }
    ServicesCatalog services = ServicesCatalog.getServicesCatalog(fresh);
    for (Module module : providers()) {
      services.register(module);
    }
    last = fresh;
    return fresh;
  }

  private Module[] providers; // null until they are needed

  /** Modules of the JDK that belong to the application loader and offer services: random generators. */
  private Module[] providers() {
    if (providers == null) {
      ArrayList<Module> found = new ArrayList<>();
      for (Module module : ModuleLayer.boot().modules()) {
        if (module.getClassLoader() == original
            && !module.getDescriptor().provides().isEmpty()
            && (modules == null || !modules.has(module))) {
          found.add(module);
        }
      }
      providers = found.toArray(new Module[0]);
    }
    return providers;
  }

  /** Puts the original loader back, for code that runs between executions. */
  void done() {
    if (constructor != null) {
      setSystemLoader(original);
    }
  }

  private void setSystemLoader(ClassLoader loader) {
    U.putReferenceVolatile(ClassLoader.class, systemLoader, loader);
  }
}
