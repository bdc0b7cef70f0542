package java.lang;

import java.lang.reflect.Constructor;
import jdk.internal.misc.Unsafe;

/**
 * Fresh application classes for each execution: a new instance of the JDK's own application class
 * loader over the same class path, so that everything that a program can see of its loader stays
 * as it was. Programs that are not loaded from the class path (modules, sources) keep theirs.
 */
final class FrayIsolation {
  private static final Unsafe U = FrayThreads.U;

  private final ClassLoader original;
  private final Constructor<?> constructor; // null: no fresh loaders
  private final Object classPath;
  private final long systemLoader;

  private FrayIsolation(
      ClassLoader original, Constructor<?> constructor, Object classPath, long systemLoader) {
    this.original = original;
    this.constructor = constructor;
    this.classPath = classPath;
    this.systemLoader = systemLoader;
  }

  static FrayIsolation of(Class<?> program) throws ReflectiveOperationException {
    ClassLoader loader = program.getClassLoader();
    boolean fromClassPath =
        loader != null
            && loader == ClassLoader.getSystemClassLoader()
            && loader.getClass().getName().equals("jdk.internal.loader.ClassLoaders$AppClassLoader")
            && !program.getModule().isNamed();
    if (!fromClassPath || !FrayCore.isolated()) {
      return new FrayIsolation(loader, null, null, 0);
    }
    Class<?> builtin = Class.forName("jdk.internal.loader.BuiltinClassLoader");
    Object classPath = U.getReference(loader, U.objectFieldOffset(builtin, "ucp"));
    Constructor<?> constructor = loader.getClass().getDeclaredConstructors()[0];
    // ClassLoader hides its fields from reflection; this one is static, so its offset is the
    // same in Class objects of every run but has to be found through the agent.
    java.lang.reflect.Field system =
        FrayCore.field(ClassLoader.class, "scl", "Ljava/lang/ClassLoader;", true);
    return new FrayIsolation(loader, constructor, classPath, U.staticFieldOffset(system));
  }

  /** Whether every execution gets classes of its own. */
  boolean isFresh() {
    return constructor != null;
  }

  /** The loader for the next execution. */
  ClassLoader freshLoader() {
    if (constructor == null) {
      return original;
    }
    ClassLoader fresh = (ClassLoader) FrayCore.construct(constructor, original.getParent(), classPath);
    setSystemLoader(fresh);
    return fresh;
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
