/** The main thread goes on whatever comes, in a way that nothing can end. */
public class NeverLeaves {
  public static void main(String[] args) {
    new Thread(() -> System.exit(0)).start();
    while (true) {
      try {
        Thread.yield();
      } finally {
        continue;
      }
    }
  }
}
