import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.junit.Test;

/** Threads that do not come back to fray: in a system call, in a loop without a switch point. */
public class GoneTest {
  private static int sum;

  @Test
  public void sleeps() throws Exception {
    Thread lost = new Thread(GoneTest::pause, "lost");
    lost.start();
    lost.join();
  }

  @Test
  public void loops() throws Exception {
    Thread lost = new Thread(GoneTest::loop, "lost");
    lost.start();
    lost.join();
  }

  private static void loop() {
    while (sum >= 0) {
      sum = (sum + 1) & 0xffff;
    }
  }

  private static void pause() {
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor shape = FunctionDescriptor.of(ValueLayout.JAVA_INT);
    MethodHandle pause = linker.downcallHandle(linker.defaultLookup().find("pause").get(), shape);
    try {
      int ignored = (int) pause.invokeExact();
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }
}
