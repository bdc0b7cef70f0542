package dev.fray.launch;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** JUnit 4, without a platform. */
final class Four {
  private Four() {}

  static Launch.Result run(String type, String method) throws Throwable {
    Class<?> test = Call.type(type);
    Object request = Call.statically("org.junit.runner.Request", "method", test, method);
    Object result = Call.on(Call.create("org.junit.runner.JUnitCore"), "run", request);
    Launch.Result told = new Launch.Result();
    told.tests = (Integer) Call.on(result, "getRunCount");
    List<?> failures = (List<?>) Call.on(result, "getFailures");
    if (!failures.isEmpty()) {
      told.failure = (Throwable) Call.on(failures.get(0), "getException");
    } else if (told.tests == 0 && (Integer) Call.on(result, "getIgnoreCount") > 0) {
      told.skipped = "ignored";
    }
    return told;
  }

  /** The tests that the arguments select. */
  static List<Target> find(Arguments arguments) throws Throwable {
    if (!Call.has("org.junit.runner.JUnitCore")) {
      throw new IllegalArgumentException("neither JUnit 5 nor JUnit 4 is on the class path");
    }
    if (!arguments.tags.isEmpty() || !arguments.excludedTags.isEmpty()) {
      throw new IllegalArgumentException("JUnit 4 has no tags: leave out --tag");
    }
    Set<Target> targets = new LinkedHashSet<>();
    if (arguments.wantsAll()) {
      scan(null, targets);
    }
    for (String text : arguments.selectors) {
      int method = text.indexOf('#');
      String type = method < 0 ? text : text.substring(0, method);
      if (text.equals("*")) {
        continue;
      }
      if (text.endsWith(".*") || !Call.has(type)) {
        scan(text.replaceAll("\\.\\*$", ""), targets);
      } else {
        collect(describe(type), method < 0 ? null : text.substring(method + 1), targets);
      }
    }
    return new ArrayList<>(targets);
  }

  private static void scan(String inPackage, Set<Target> targets) throws Throwable {
    for (String name : ClassPath.classes(inPackage)) {
      Class<?> type = Class.forName(name, false, Thread.currentThread().getContextClassLoader());
      if (isTest(type)) {
        collect(describe(name), null, targets);
      }
    }
  }

  private static boolean isTest(Class<?> type) {
    try {
      if (Modifier.isAbstract(type.getModifiers()) || type.getEnclosingClass() != null) {
        return false;
      }
      for (Method method : type.getMethods()) {
        if (method.isAnnotationPresent(annotation("org.junit.Test"))) {
          return true;
        }
      }
      return type.isAnnotationPresent(annotation("org.junit.runner.RunWith"))
          || Call.type("junit.framework.TestCase").isAssignableFrom(type);
    } catch (ClassNotFoundException | LinkageError incomplete) {
      return false;
    }
  }

  private static Class<? extends java.lang.annotation.Annotation> annotation(String name)
      throws ClassNotFoundException {
    return Call.type(name).asSubclass(java.lang.annotation.Annotation.class);
  }

  private static Object describe(String type) throws Throwable {
    Object request = Call.statically("org.junit.runner.Request", "aClass", Call.type(type));
    return Call.on(Call.on(request, "getRunner"), "getDescription");
  }

  private static void collect(Object description, String wanted, Set<Target> targets)
      throws Throwable {
    if ((Boolean) Call.on(description, "isTest")) {
      String type = (String) Call.on(description, "getClassName");
      String method = (String) Call.on(description, "getMethodName");
      // One of several with parameters is called "method[0]".
      if (method != null && (wanted == null || wanted.equals(method.replaceAll("\\[.*", "")))) {
        targets.add(new Target(type + "#" + method, type, "four", type, method));
      }
      return;
    }
    for (Object child : (List<?>) Call.on(description, "getChildren")) {
      collect(child, wanted, targets);
    }
  }
}
