package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import jdk.internal.reflect.MethodAccessor;

/**
 * Methods that hooks stand in for, where a program reaches them without an instruction that calls
 * them: by method handles that it looks up, and by reflection. (These are, or were, native. Others
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
    int count = type.parameterCount();
    if (type.returnType() != void.class || count == 0 || count > MOST || !ready) {
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
      return hook == null ? handle : hook.asType(type);
    } finally {
      FrayHooks.quietExit();
    }
  }

  /** On the way out of {@code ReflectionFactory.newMethodAccessor}: what calls the method. */
  public static MethodAccessor accessor(MethodAccessor accessor, Method method)
      throws ReflectiveOperationException {
    Class<?> holder = method.getDeclaringClass();
    if ((holder != Object.class && holder != Thread.class) || !ready) {
      return accessor;
    }
    FrayHooks.quietEnter();
    try {
      MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
      MethodHandle hook = hook(holder, method.getName(), type);
      return hook == null ? accessor : new FrayAccessor(accessor, hook);
    } finally {
      FrayHooks.quietExit();
    }
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
    boolean sleeps = holder == Thread.class && name.equals("sleep");
    return sleeps && isTime(type) ? of(FrayThreadHooks.class, name, type) : null;
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
