package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.reflect.CallerSensitive;
import jdk.internal.reflect.Reflection;

/** Stands in for the real hooks: writes down which were called, and with what. */
public final class FrayHooks {
  private FrayHooks() {}

  /** Off while the virtual machine starts. */
  public static boolean on;

  private static final StringBuilder LOG = new StringBuilder();

  /** What was called since the last time this was asked. */
  public static String take() {
    String calls = LOG.toString();
    LOG.setLength(0);
    return calls;
  }

  static void log(String hook, Object... arguments) {
    if (!on) {
      return;
    }
    LOG.append(' ').append(hook).append('(');
    String separator = "";
    for (Object argument : arguments) {
      LOG.append(separator).append(show(argument));
      separator = ", ";
    }
    LOG.append(')');
  }

  private static Object show(Object value) {
    if (value == null || value instanceof String || value instanceof Number) {
      return value;
    }
    return value instanceof Class<?> type ? type.getName() + ".class" : simple(value.getClass());
  }

  private static String simple(Class<?> type) {
    return type.isArray() ? simple(type.getComponentType()) + "[]" : type.getName();
  }

  public static void enter(Object lock) {
    log("enter", lock);
  }

  public static void enterQuiet(Object lock) {
    log("enterQuiet", lock);
  }

  public static void exit(Object lock) {
    log("exit", lock);
  }

  public static void waitOn(Object lock) {
    log("wait", lock);
  }

  public static void waitOn(Object lock, long millis) {
    log("wait", lock, millis);
  }

  public static void waitOn(Object lock, long millis, int nanos) {
    log("wait", lock, millis, nanos);
  }

  public static void notifyOne(Object lock) {
    log("notify", lock);
  }

  public static void notifyEvery(Object lock) {
    log("notifyAll", lock);
  }

  public static void quietEnter() {
    log("quietEnter");
  }

  public static void quietExit() {
    log("quietExit");
  }

  public static void initEnter(Class<?> type) {
    log("initEnter", type);
  }

  public static void initExit() {
    log("initExit");
  }

  @CallerSensitive
  public static Class<?> callerClass() {
    return Reflection.getCallerClass();
  }

  public static void park(Unsafe unsafe, boolean absolute, long time) {
    log("park", time);
  }

  public static void unpark(Unsafe unsafe, Object target) {
    log("unpark", target);
  }

  public static void unparkPoint(Thread target) {
    log("unparkPoint", target);
  }

  public static long nanoTime() {
    log("nanoTime");
    return 42;
  }

  public static long currentTimeMillis() {
    log("currentTimeMillis");
    return 43;
  }
}
