import java.util.stream.IntStream;

/**
 * A static initialiser sums up in parallel, by a lambda that is a method of the class itself: as soon as a worker of the
 * common pool gets some of the work it waits for the class, and the initialiser for the worker.
 */
public final class StreamsInside {
  private StreamsInside() {}

  private static final class Table {
    static final int SUM = IntStream.range(0, 64).parallel().map(i -> i * i).sum();
  }

  public static void main(String[] args) {
    if (Table.SUM != 85_344) {
      throw new AssertionError("a wrong sum");
    }
  }
}
