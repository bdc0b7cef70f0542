/** Looks now and then whether a process has ended, which takes real time. */
public class PollsProcess {
  public static void main(String[] args) throws Exception {
    Process process = new ProcessBuilder("sleep", "0.5").start();
    while (process.isAlive()) {
      Thread.sleep(10);
    }
  }
}
