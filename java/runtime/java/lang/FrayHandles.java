package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.concurrent.locks.LockSupport;
import jdk.internal.misc.Unsafe;
import jdk.internal.reflect.MethodAccessor;

/**
 * Methods that hooks stand in for, and fields with hooks, where a program reaches them without an instruction that
 * names them: by method handles that it looks up, and by reflection. (The methods are, or were, native. Others
 * have their hooks inside.)
 */
public final class FrayHandles {
  private FrayHandles() {}

  /**
   * Whether all of the runtime is there. Agents that are named before us use handles when it is
   * not, and there is nothing to control yet.
   */
  static boolean ready;

  /** The parameters of the longest: the receiver of {@code wait}, and the time. */
  private static final int MOST = 2;

  /** What the JDK has made of one method. On the way out of all that looks handles up. */
  public static MethodHandle direct(MethodHandle handle) throws ReflectiveOperationException {
    MethodType type = handle.type();
    if (!ready || !mayBeHooked(type)) {
      return handle;
    }
    FrayHooks.quietEnter();
    try {
      MethodHandleInfo info;
      try {
        info = lookup().revealDirect(handle);
      } catch (IllegalArgumentException none) {
        return handle; // more than the method itself
      }
      MethodHandle hook = hook(info.getDeclaringClass(), info.getName(), info.getMethodType());
      return hook == null ? handle : hook.asType(type).withVarargs(handle.isVarargsCollector());
    } finally {
      FrayHooks.quietExit();
    }
  }

  /** Whether there are methods of this type that hooks stand in for: very few are. */
  private static boolean mayBeHooked(MethodType type) {
    Class<?> result = type.returnType();
    int count = type.parameterCount();
    if (result == void.class) {
      return count <= MOST;
    }
    if (result == boolean.class) {
      return count == 0 || count == 1 && Thread.class.isAssignableFrom(type.parameterType(0));
    }
    return result == MethodHandles.Lookup.class;
  }

  /**
   * What the JDK has made to get or set one field. If its accesses are switch points, where an
   * instruction does them, they are so here. (Reflection comes here too, from JDK 18 on.)
   */
  public static MethodHandle field(MethodHandle handle) throws ReflectiveOperationException {
    if (!ready) {
      return handle;
    }
    FrayHooks.quietEnter();
    try {
      MethodHandleInfo info = lookup().revealDirect(handle);
      boolean isVolatile = Modifier.isVolatile(info.getModifiers());
      if (!isVolatile && (Modifier.isFinal(info.getModifiers()) || !countsPlain(info))) {
        return handle;
      }
      return announced(handle, info, isVolatile ? 0 : FrayCore.PLAIN);
    } catch (IllegalArgumentException hidden) {
      return handle; // fields that reflection does not show
    } finally {
      FrayHooks.quietExit();
    }
  }

  /** Whether accesses of a field that is not volatile count: of the program's, and if they are asked for. */
  private static boolean countsPlain(MethodHandleInfo info) {
    ClassLoader loader = info.getDeclaringClass().getClassLoader0();
    return loader != null
        && loader != ClassLoader.getPlatformClassLoader()
        && FrayCore.countsPlain();
  }

  private static MethodHandle announced(MethodHandle handle, MethodHandleInfo info, int plain)
      throws ReflectiveOperationException {
    Field field = info.reflectAs(Field.class, lookup());
    int kind = info.getReferenceKind();
    boolean isStatic = Modifier.isStatic(info.getModifiers());
    boolean reads =
        kind == MethodHandleInfo.REF_getField || kind == MethodHandleInfo.REF_getStatic;
    Unsafe u = FrayThreads.U;
    MethodType type = MethodType.methodType(Object.class, int.class, long.class, Object.class);
    MethodHandle hook = of(FrayMemoryHooks.class, reads ? "reads" : "writes", type);
    if (isStatic) {
      Object base = u.staticFieldBase(field);
      hook = MethodHandles.insertArguments(hook, 0, plain, u.staticFieldOffset(field), base);
      return MethodHandles.foldArguments(handle, hook.asType(MethodType.methodType(void.class)));
    }
    hook = MethodHandles.insertArguments(hook, 0, plain, u.objectFieldOffset(field));
    Class<?> holder = handle.type().parameterType(0);
    hook = hook.asType(MethodType.methodType(holder, holder));
    return MethodHandles.filterArguments(handle, 0, hook);
  }

  /** On the way out of {@code ReflectionFactory.newMethodAccessor}: what calls the method. */
  public static MethodAccessor accessor(MethodAccessor accessor, Method method)
      throws ReflectiveOperationException {
    Class<?> holder = method.getDeclaringClass();
    if (holder == MethodHandles.Lookup.class && ready) {
      return FrayHidden.accessor(accessor, method);
    }
    if (!ready || !hasHooks(holder)) {
      return accessor;
    }
    FrayHooks.quietEnter();
    try {
      MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
      MethodHandle hook = hook(holder, method.getName(), type);
      boolean received = !Modifier.isStatic(method.getModifiers());
      return hook == null ? accessor : new FrayAccessor(accessor, hook, received);
    } finally {
      FrayHooks.quietExit();
    }
  }

  /** Whether reflection calls methods of this class by a {@link FrayAccessor}. */
  private static boolean hasHooks(Class<?> holder) {
    return holder == Object.class || holder == Thread.class || holder == LockSupport.class;
  }

  /** The methods that a class has declared. */
  public static Method[] declaredMethods(Method[] methods) {
    if (ready
        && methods.length > 0
        && FrayCore.wasSynchronized(methods[0].getDeclaringClass(), null, null)) {
      FrayModifiers.putBack(methods);
    }
    return methods;
  }

  /** What stands in for a method; null if nothing does. */
  private static MethodHandle hook(Class<?> holder, String name, MethodType type)
      throws ReflectiveOperationException {
    if (holder == Object.class) {
      switch (name) {
        case "notify":
          return of(FrayHooks.class, "notifyOne", type.insertParameterTypes(0, Object.class));
        case "notifyAll":
          return of(FrayHooks.class, "notifyEvery", type.insertParameterTypes(0, Object.class));
        case "wait":
          // The others call this one.
          return isTime(type)
              ? of(FrayHooks.class, "waitOn", type.insertParameterTypes(0, Object.class))
              : null;
        default:
          return null;
      }
    }
    if (holder == MethodHandles.Lookup.class) {
      return name.startsWith("defineHidden")
          ? of(FrayHidden.class, name, type.insertParameterTypes(0, holder))
          : null;
    }
    if (holder == LockSupport.class) {
      return name.equals("unpark") ? of(FrayThreadHooks.class, name, type) : null;
    }
    return holder == Thread.class ? hookOfThread(name, type) : null;
  }

  private static MethodHandle hookOfThread(String name, MethodType type)
      throws ReflectiveOperationException {
    switch (name) {
      case "sleep":
        return isTime(type) ? of(FrayThreadHooks.class, name, type) : null;
      case "yield":
        return of(FrayThreadHooks.class, "yieldNow", type);
      case "onSpinWait":
        return of(FrayThreadHooks.class, "spinWait", type);
      case "isAlive":
      case "isInterrupted":
        boolean asks = type.parameterCount() == 0; // before JDK 17.0.1 there is another one
        return asks
            ? of(FrayThreadHooks.class, name, type.insertParameterTypes(0, Thread.class))
            : null;
      case "interrupted":
        return of(FrayThreadHooks.class, name, type);
      default:
        return null;
    }
  }

  private static boolean isTime(MethodType type) {
    return type.parameterCount() == 1 && type.parameterType(0) == long.class;
  }

  private static MethodHandle of(Class<?> holder, String name, MethodType type)
      throws ReflectiveOperationException {
    return lookup().findStatic(holder, name, type);
  }

  /** The lookup that may do all. */
  static MethodHandles.Lookup lookup() {
    Class<?> type = MethodHandles.Lookup.class;
    Field field =
        FrayCore.field(type, "IMPL_LOOKUP", "Ljava/lang/invoke/MethodHandles$Lookup;", true);
    return (MethodHandles.Lookup)
        FrayThreads.U.getReference(
            FrayThreads.U.staticFieldBase(field), FrayThreads.U.staticFieldOffset(field));
  }
}
