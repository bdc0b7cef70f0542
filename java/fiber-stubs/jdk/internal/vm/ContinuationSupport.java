package jdk.internal.vm;

/** Signatures of the JDK's class. Never loaded. */
public class ContinuationSupport {
  public static native boolean isSupported();
}
