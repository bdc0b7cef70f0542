import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** One thread writes two elements, another one copies both: it sees the second without the first. */
public final class CopiesArrays {
  private static UnaryOperator<int[]> copy(String way) {
    switch (way) {
      case "clone":
        return int[]::clone;
      case "arraycopy":
        return array -> {
          int[] copy = new int[3];
          System.arraycopy(array, 0, copy, 1, 2);
          return new int[] {copy[1], copy[2]};
        };
      case "range":
        return array -> Arrays.copyOfRange(array, 0, 2);
      case "of":
        return array -> Arrays.copyOf(array, 2);
      default:
        return array -> new int[] {array[0], array[1]};
    }
  }

  /** Writes to both elements. */
  private static Consumer<int[]> write(String way) {
    switch (way) {
      case "fill":
        return array -> Arrays.fill(array, 1);
      case "written":
        return array -> System.arraycopy(new int[] {1, 1, 1}, 1, array, 0, 2);
      default:
        return array -> {
          array[0] = 1;
          array[1] = 1;
        };
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int[] array = new int[2];
    Consumer<int[]> write = write(args[0]);
    Thread writer = new Thread(() -> write.accept(array));
    writer.start();
    int[] copy = copy(args[0]).apply(array);
    writer.join();
    if (copy[0] < copy[1]) {
      throw new AssertionError("half of it");
    }
  }
}
