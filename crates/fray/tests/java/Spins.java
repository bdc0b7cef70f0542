/** Waits for a flag that nobody sets, and does something else in between. */
public class Spins {
  private static volatile boolean ready;
  private static volatile int rounds;

  private static void await() {
    while (!ready) {
      rounds = 1;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread spinner = new Thread(Spins::await, "spinner");
    spinner.start();
    spinner.join();
  }
}
