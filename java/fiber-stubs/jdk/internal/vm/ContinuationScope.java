package jdk.internal.vm;

/** Signatures of the JDK's class. Never loaded. */
public class ContinuationScope {
  public ContinuationScope(String name) {}
}
