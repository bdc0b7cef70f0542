package java.lang;

import jdk.internal.vm.ContinuationScope;

/** The member of the JDK's class that the fiber runtime uses. Never loaded. */
public final class StackWalker {
  native ContinuationScope getContScope();
}
