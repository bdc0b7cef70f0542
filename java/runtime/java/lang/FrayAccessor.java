package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import jdk.internal.reflect.MethodAccessor;
import jdk.internal.vm.annotation.Hidden;

/** Calls a hook where reflection would call the method that it stands in for. */
final class FrayAccessor implements MethodAccessor {
  private final MethodAccessor original;

  /** Whether the method takes a time, its only argument then; if not, it takes at most a thread. */
  private final boolean timed;

  /** What the hook takes besides: the receiver or the argument. Null: nothing. */
  private final Class<?> taken;

  /** Whether that is the receiver. */
  private final boolean received;

  /** Takes that and the time, whether or not the hook does; returns an object, if there is one. */
  private final MethodHandle hook;

  FrayAccessor(MethodAccessor original, MethodHandle hook, boolean received) {
    MethodType type = hook.type();
    this.original = original;
    this.received = received;
    timed = type.lastParameterType() == long.class;
    taken = type.parameterCount() == (timed ? 1 : 0) ? null : type.parameterType(0);
    MethodHandle all = taken == null ? MethodHandles.dropArguments(hook, 0, Object.class) : hook;
    all = timed ? all : MethodHandles.dropArguments(all, 1, long.class);
    this.hook = all.asType(MethodType.methodType(Object.class, Object.class, long.class));
  }

  @Hidden
  @Override
  public Object invoke(Object receiver, Object[] arguments) throws InvocationTargetException {
    int count = arguments == null ? 0 : arguments.length;
    Object first = received ? receiver : null;
    long time = 0;
    boolean fits = count == (timed || taken != null && !received ? 1 : 0);
    if (fits && timed) {
      fits = arguments[0] instanceof Long;
      time = fits ? (Long) arguments[0] : 0;
    } else if (fits && count == 1) {
      first = arguments[0];
    }
    if (!fits || taken != null && !taken.isInstance(first)) {
      return original.invoke(receiver, arguments); // wrong use, mostly
    }
    try {
      return (Object) hook.invokeExact(first, time);
    } catch (FrayKill over) {
      throw over;
    } catch (Throwable error) {
      throw new InvocationTargetException(error);
    }
  }

  /** For methods that look at their caller, from JDK 18 on: these do not. */
  public Object invoke(Object receiver, Object[] arguments, Class<?> caller)
      throws InvocationTargetException {
    return invoke(receiver, arguments);
  }
}
