import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Runs something with a native frame on the stack: called back by the C library. */
final class Native {
  private Native() {}

  private static final MethodHandle SORT = sort();

  private static MethodHandle sort() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().find("qsort").get(),
        FunctionDescriptor.ofVoid(
            ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
  }

  /** Who is called back for each comparison. */
  private record Comparison(Runnable body) {
    int compare(MemorySegment a, MemorySegment b) {
      body.run();
      return 0;
    }
  }

  /** Calls the body once: two elements are compared once. */
  static void call(Runnable body) throws Throwable {
    MethodHandle compare =
        MethodHandles.lookup()
            .findVirtual(
                Comparison.class,
                "compare",
                MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class))
            .bindTo(new Comparison(body));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment stub =
          Linker.nativeLinker()
              .upcallStub(
                  compare,
                  FunctionDescriptor.of(
                      ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS),
                  arena);
      SORT.invokeExact(arena.allocate(8), 2L, 4L, stub);
    }
  }
}
