package java.lang;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.InputStream;
import jdk.internal.misc.Unsafe;

/**
 * Standard input, which each execution reads from the start: see the agent's input.rs. An execution
 * that did not touch it leaves it as good as new.
 */
final class FrayInput {
  private FrayInput() {}

  private static final Unsafe U = FrayThreads.U;
  private static final long FD = U.objectFieldOffset(FileDescriptor.class, "fd");
  private static final long CLOSED = U.objectFieldOffset(FileDescriptor.class, "closed");
  private static final long PARENT = U.objectFieldOffset(FileDescriptor.class, "parent");
  private static final long OTHERS = U.objectFieldOffset(FileDescriptor.class, "otherParents");

  /** What System.setIn sets. */
  private static final FrayStatics IN =
      FrayStatics.of(System.class, "in", "Ljava/io/InputStream;");

  private static Object original;
  private static InputStream in; // null: this JVM has no executions that begin with main
  private static boolean touched;

  /** Before every execution. */
  static void redirect() {
    original = IN.get();
    FileDescriptor descriptor = FileDescriptor.in;
    if (in == null || touched || U.getInt(descriptor, FD) != 0) {
      // It may have been closed, and knows all streams over it.
      U.putInt(descriptor, FD, 0);
      U.putBoolean(descriptor, CLOSED, false);
      U.putReference(descriptor, PARENT, null);
      U.putReference(descriptor, OTHERS, null);
      in = new BufferedInputStream(new FileInputStream(descriptor));
      touched = false;
      FrayCore.freshInput();
    }
    IN.set(in);
  }

  static void restore() {
    IN.set(original);
  }

  /** In front of a read; returns how the step completed. */
  static int read(int me) {
    if (in == null) {
      return FrayCore.io(me, 0, 1, -1, false);
    }
    touched = true;
    int result = FrayCore.input(me);
    if (result != FrayCore.KILLED) {
      FrayCore.feed(1);
    }
    return result;
  }

  /** In front of the question how much can be read. */
  static void ask() {
    if (in != null) {
      touched = true;
      FrayCore.feed(0);
    }
  }
}
