package jdk.internal.vm;

/** Signatures of the JDK's class. Never loaded. */
public class Continuation {
  /** Why a continuation cannot be left. */
  public enum Pinned {}

  public Continuation(ContinuationScope scope, Runnable target) {}

  public final native void run();

  public static native boolean yield(ContinuationScope scope);

  protected native void onPinned(Pinned reason);

  public native boolean isDone();

  public native StackTraceElement[] getStackTrace();
}
