package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Java methods that native code calls through {@code java.lang.foreign}. An error that leaves one of
 * them ends the JVM, so the one that ends a thread stops there: native code gets a 0, and the thread
 * is told again at its next operation.
 */
public final class FrayUpcalls {
  private FrayUpcalls() {}

  /** What the JDK has made of such a method, and is about to hand to the JVM. */
  public static MethodHandle guard(MethodHandle target) {
    FrayHooks.quietEnter();
    try {
      MethodType type = target.type();
      MethodHandle nothing = MethodHandles.empty(MethodType.methodType(type.returnType()));
      MethodHandle over = MethodHandles.dropArguments(nothing, 0, FrayKill.class);
      return MethodHandles.catchException(target, FrayKill.class, over);
    } finally {
      FrayHooks.quietExit();
    }
  }
}
