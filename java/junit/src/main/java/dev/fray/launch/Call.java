package dev.fray.launch;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls by reflection, of public methods that are found by name and number of parameters. */
final class Call {
  private Call() {}

  static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(name, true, Thread.currentThread().getContextClassLoader());
  }

  static boolean has(String name) {
    try {
      type(name);
      return true;
    } catch (ClassNotFoundException | LinkageError missing) {
      return false;
    }
  }

  static Object on(Object receiver, String method, Object... arguments) throws Throwable {
    return invoke(receiver.getClass(), receiver, method, arguments);
  }

  static Object statically(String type, String method, Object... arguments) throws Throwable {
    return invoke(type(type), null, method, arguments);
  }

  static Object create(String type) throws ReflectiveOperationException {
    return type(type).getConstructor().newInstance();
  }

  /** An array of one. */
  static Object arrayOf(String type, Object... elements) throws ClassNotFoundException {
    Object array = Array.newInstance(type(type), elements.length);
    for (int i = 0; i < elements.length; i++) {
      Array.set(array, i, elements[i]);
    }
    return array;
  }

  private static Object invoke(Class<?> type, Object receiver, String name, Object[] arguments)
      throws Throwable {
    for (Method method : type.getMethods()) {
      if (method.getName().equals(name)
          && (receiver == null) == java.lang.reflect.Modifier.isStatic(method.getModifiers())
          && accepts(method, arguments)) {
        try {
          method.setAccessible(true);
          return method.invoke(receiver, arguments);
        } catch (InvocationTargetException failed) {
          throw failed.getCause();
        }
      }
    }
    throw new IllegalStateException("this version of JUnit has no " + type.getName() + "." + name);
  }

  private static boolean accepts(Method method, Object[] arguments) {
    Class<?>[] parameters = method.getParameterTypes();
    if (parameters.length != arguments.length) {
      return false;
    }
    for (int i = 0; i < parameters.length; i++) {
      boolean fits =
          parameters[i].isPrimitive()
              ? arguments[i] instanceof Boolean && parameters[i] == boolean.class
              : arguments[i] == null || parameters[i].isInstance(arguments[i]);
      if (!fits) {
        return false;
      }
    }
    return true;
  }
}
