/** Prints on both of its outputs, from two threads. */
public class Prints {
  public static void main(String[] args) throws InterruptedException {
    Thread thread = new Thread(() -> System.err.println("on standard error"));
    thread.start();
    System.out.println("on standard output");
    thread.join();
  }
}
