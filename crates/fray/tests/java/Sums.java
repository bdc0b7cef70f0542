import java.util.Scanner;

/** Adds up the numbers of its standard input, on two threads that lose an addition now and then. */
public class Sums {
  static volatile int sum;

  public static void main(String[] args) throws Exception {
    int expected = 0;
    Thread other = new Thread(() -> sum += 100);
    other.start();
    try (Scanner in = new Scanner(System.in)) {
      while (in.hasNextInt()) {
        int number = in.nextInt();
        expected += number;
        sum += number;
      }
    }
    other.join();
    if (expected != 42) {
      throw new Error("the numbers add up to " + expected);
    }
    if (sum != 142) {
      throw new IllegalStateException("lost: " + sum);
    }
  }
}
