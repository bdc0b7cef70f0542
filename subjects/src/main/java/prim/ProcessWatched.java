package prim;

import static support.Threads.check;

import java.io.IOException;
import support.Threads;

/**
 * Reads the output of a process in one thread and waits for its end in another, and takes the end
 * for the sign that all output has been read.
 */
public class ProcessWatched {
  volatile int read;

  private void read(Process process) throws IOException {
    while (process.getInputStream().read() >= 0) {
      read++;
    }
  }

  /** After the end of the process. */
  void await(Thread reader) throws InterruptedException {}

  final void run() throws Exception {
    Process process = new ProcessBuilder("echo", "four").start();
    Thread reader = Threads.start(() -> read(process));
    check(process.waitFor() == 0, "it failed");
    await(reader);
    check(read == 5, "not all has been read");
    reader.join();
  }

  public static void main(String[] args) throws Exception {
    new ProcessWatched().run();
  }
}
