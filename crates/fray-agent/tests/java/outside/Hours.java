import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.Selector;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Waits for hours, beside input and processes. */
public final class Hours {
  private Hours() {}

  static final int HOUR = 3_600_000;

  static void check(boolean fine, String what) {
    if (!fine) {
      throw new AssertionError(what);
    }
  }

  /** Nothing comes, and nothing could. */
  static void alone() throws Exception {
    long start = System.currentTimeMillis();
    try (Selector selector = Selector.open();
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket left = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket right = server.accept()) {
      check(selector.select(HOUR) == 0, "selected");
      left.setSoTimeout(HOUR);
      try {
        left.getInputStream().read();
        throw new AssertionError("read");
      } catch (SocketTimeoutException expected) {
        right.getOutputStream().write(7);
      }
      check(left.getInputStream().read() == 7, "lost");
      server.setSoTimeout(HOUR);
      try {
        server.accept();
        throw new AssertionError("accepted");
      } catch (SocketTimeoutException expected) {
        check(System.currentTimeMillis() - start >= 3 * HOUR, "early");
      }
    }
  }

  static void order() throws Exception {
    StringBuffer order = new StringBuffer();
    Thread sleeper =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < 3; i++) {
                  Thread.sleep(2000);
                  order.append('s');
                }
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    try (Selector selector = Selector.open()) {
      sleeper.start();
      selector.select(3000);
      order.append('a');
      selector.select(2000);
      order.append('b');
      sleeper.join();
    }
    check(order.toString().equals("sasbs"), order.toString());
  }

  static void interrupted() throws Exception {
    Process process = new ProcessBuilder("sleep", "1000").start();
    Thread waiter =
        new Thread(
            () -> {
              try {
                process.waitFor();
                throw new AssertionError("not interrupted");
              } catch (InterruptedException expected) {
                process.destroy();
              }
            });
    waiter.start();
    waiter.interrupt();
    waiter.join();
    process.waitFor();
  }

  static void exit() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    new ProcessBuilder("sleep", "0.1").start().onExit().thenRun(ended::countDown);
    check(ended.await(1, TimeUnit.HOURS), "a tenth of a second took an hour");
  }

  static void output() throws Exception {
    Process process = new ProcessBuilder("sh", "-c", "sleep 0.1; echo x").start();
    FutureTask<Integer> first = new FutureTask<>(() -> process.getInputStream().read());
    Thread reader = new Thread(first);
    reader.start();
    check(first.get(1, TimeUnit.HOURS) == 'x', "read");
    reader.join();
  }

  static void files() throws Exception {
    Path folder = Files.createTempDirectory("hours");
    Path file = folder.resolve("file");
    try (WatchService watch = FileSystems.getDefault().newWatchService()) {
      folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      Files.createFile(file);
      check(watch.poll(1, TimeUnit.HOURS) != null, "no event in an hour");
    }
    Files.delete(file);
    Files.delete(folder);
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "alone" -> alone();
      case "order" -> order();
      case "interrupted" -> interrupted();
      case "exit" -> exit();
      case "output" -> output();
      case "files" -> files();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }
}
