/** Ends the JVM with the status that it is given, from a thread of its own. */
public class Exits {
  public static void main(String[] args) throws InterruptedException {
    int status = Integer.parseInt(args[0]);
    Thread thread = new Thread(() -> System.exit(status));
    thread.start();
    thread.join();
    throw new IllegalStateException("still here");
  }
}
