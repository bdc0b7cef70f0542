/** Two threads that wait for each other's monitors, while a process runs that cannot help them. */
public class ChildAlive {
  public static void main(String[] args) throws Exception {
    Process process = new ProcessBuilder("sleep", "30").start();
    Object first = new Object();
    Object second = new Object();
    Thread one = new Thread(() -> lock(first, second));
    Thread two = new Thread(() -> lock(second, first));
    one.start();
    two.start();
    one.join();
    two.join();
    process.destroy();
  }

  private static void lock(Object outer, Object inner) {
    synchronized (outer) {
      Thread.yield();
      synchronized (inner) {
        Thread.yield();
      }
    }
  }
}
