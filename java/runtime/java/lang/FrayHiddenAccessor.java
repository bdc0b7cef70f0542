package java.lang;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.InvocationTargetException;
import jdk.internal.reflect.MethodAccessor;
import jdk.internal.vm.annotation.Hidden;

/** Calls a method that defines hidden classes, with the class file that {@link FrayHidden} makes of the given one. */
final class FrayHiddenAccessor implements MethodAccessor {
  private final MethodAccessor original;

  FrayHiddenAccessor(MethodAccessor original) {
    this.original = original;
  }

  @Hidden
  @Override
  public Object invoke(Object receiver, Object[] arguments) throws InvocationTargetException {
    if (!(receiver instanceof Lookup lookup)
        || arguments == null
        || arguments.length == 0
        || !(arguments[0] instanceof byte[] file)) {
      return original.invoke(receiver, arguments); // wrong use
    }
    byte[] own = FrayHidden.copy(file);
    byte[] rewritten = FrayHidden.rewritten(lookup, own);
    Object[] others = arguments.clone();
    others[0] = rewritten == null ? own : rewritten;
    Object result = original.invoke(lookup, others);
    FrayHidden.demand(lookup, own, rewritten);
    return result;
  }

  /** For methods that look at their caller, from JDK 18 on: these do not. */
  public Object invoke(Object receiver, Object[] arguments, Class<?> caller)
      throws InvocationTargetException {
    return invoke(receiver, arguments);
  }
}
