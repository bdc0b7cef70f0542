package java.lang;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Modifiers of methods as their class files have them. */
final class FrayModifiers {
  private FrayModifiers() {}

  private static final long MODIFIERS =
      FrayThreads.U.objectFieldOffset(FrayCore.field(Method.class, "modifiers", "I", false));

  /** Rewritten methods take their monitors themselves, and are synchronized for the program only. */
  static void putBack(Method[] methods) {
    for (Method method : methods) {
      Class<?> type = method.getDeclaringClass();
      int modifiers = method.getModifiers();
      if (!Modifier.isAbstract(modifiers)
          && FrayCore.wasSynchronized(type, method.getName(), descriptor(method))) {
        FrayThreads.U.putInt(method, MODIFIERS, modifiers | Modifier.SYNCHRONIZED);
      }
    }
  }

  private static String descriptor(Method method) {
    StringBuilder text = new StringBuilder("(");
    for (Class<?> parameter : method.getParameterTypes()) {
      text.append(parameter.descriptorString());
    }
    return text.append(')').append(method.getReturnType().descriptorString()).toString();
  }
}
