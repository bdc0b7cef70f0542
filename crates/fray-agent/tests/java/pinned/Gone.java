import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * A thread that does not come back to fray: it goes round in a loop without a switch point, or sleeps
 * in a system call that fray knows nothing of, for good or for a while.
 */
public final class Gone {
  /** Long enough to be noticed, too short to be given up. */
  private static final int NAP_MICROS = 1_700_000;

  private static final Linker LINKER = Linker.nativeLinker();
  private static int sum;

  public static void main(String[] args) throws Exception {
    Thread lost = new Thread(() -> go(args[0]), "lost");
    lost.start();
    lost.join();
  }

  private static void go(String how) {
    try {
      switch (how) {
        case "loop" -> loop();
        case "pause" -> pause();
        default -> nap();
      }
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static void loop() {
    while (sum >= 0) {
      sum = (sum + 1) & 0xffff;
    }
  }

  private static void pause() throws Throwable {
    MethodHandle pause = function("pause", FunctionDescriptor.of(ValueLayout.JAVA_INT));
    int ignored = (int) pause.invokeExact();
  }

  private static void nap() throws Throwable {
    FunctionDescriptor shape = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
    int ignored = (int) function("usleep", shape).invokeExact(NAP_MICROS);
  }

  private static MethodHandle function(String name, FunctionDescriptor shape) {
    return LINKER.downcallHandle(LINKER.defaultLookup().find(name).get(), shape);
  }
}
