/** One long execution: two threads that write a volatile field so often, or so many threads. */
public class Steps {
  private static volatile int value;

  public static void main(String[] args) throws InterruptedException {
    int count = Integer.parseInt(args[1]);
    if (args[0].equals("steps")) {
      Thread other = new Thread(() -> write(count / 2));
      other.start();
      write(count / 2);
      other.join();
    } else {
      for (int i = 0; i < count; i++) {
        Thread thread = new Thread(() -> value = 1);
        thread.start();
        thread.join();
      }
    }
  }

  private static void write(int count) {
    for (int i = 0; i < count; i++) {
      value = i;
    }
  }
}
