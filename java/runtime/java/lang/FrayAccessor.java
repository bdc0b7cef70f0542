package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.InvocationTargetException;
import jdk.internal.reflect.MethodAccessor;
import jdk.internal.vm.annotation.Hidden;

/** Calls a hook where reflection would call the method that it stands in for. */
final class FrayAccessor implements MethodAccessor {
  private final MethodAccessor original;

  /** Takes the receiver, if there is one, and the arguments. */
  private final MethodHandle hook;

  FrayAccessor(MethodAccessor original, MethodHandle hook) {
    this.original = original;
    this.hook = hook;
  }

  @Hidden
  @Override
  public Object invoke(Object receiver, Object[] arguments) throws InvocationTargetException {
    boolean timed = hook.type().lastParameterType() == long.class;
    boolean isStatic = timed && hook.type().parameterCount() == 1;
    long time = 0;
    if (timed && arguments != null && arguments.length == 1 && arguments[0] instanceof Long given) {
      time = given;
    } else if (timed || (arguments != null && arguments.length != 0)) {
      return original.invoke(receiver, arguments); // wrong use, mostly
    }
    if (!isStatic && receiver == null) {
      return original.invoke(null, arguments);
    }
    try {
      if (isStatic) {
        hook.invokeExact(time);
      } else if (timed) {
        hook.invokeExact(receiver, time);
      } else {
        hook.invokeExact(receiver);
      }
    } catch (FrayKill over) {
      throw over;
    } catch (Throwable error) {
      throw new InvocationTargetException(error);
    }
    return null;
  }

  /** For methods that look at their caller, from JDK 18 on: these do not. */
  public Object invoke(Object receiver, Object[] arguments, Class<?> caller)
      throws InvocationTargetException {
    return invoke(receiver, arguments);
  }
}
