import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.logging.FileHandler;

/** Takes what nobody else may have meanwhile, and gives nothing back. */
public final class Takes {
  private Takes() {}

  static Object[] kept;

  static void ports(int port) throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    kept =
        new Object[] {
          new DatagramSocket(port, here),
          SocketChannel.open().bind(new InetSocketAddress(here, port)),
          DatagramChannel.open().bind(new InetSocketAddress("127.0.0.2", port))
        };
  }

  static void locks(Path file) throws Exception {
    StandardOpenOption[] options = {StandardOpenOption.CREATE, StandardOpenOption.WRITE};
    FileChannel first = FileChannel.open(file, options);
    kept = new Object[] {first, first.lock()};
    try {
      FileChannel.open(file, options).tryLock();
      throw new AssertionError("locked twice");
    } catch (OverlappingFileLockException expected) {
      // One program has a lock once.
    }
  }

  /** The second handler must make way for the first, and the first for nobody. */
  static void logs(Path folder) throws Exception {
    String pattern = folder.resolve("%u.log").toString();
    kept = new Object[] {new FileHandler(pattern), new FileHandler(pattern)};
    for (int i = 0; i < 3; i++) {
      boolean expected = i < kept.length;
      if (Files.exists(folder.resolve(i + ".log")) != expected) {
        throw new AssertionError(i + ".log");
      }
    }
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "ports" -> ports(Integer.parseInt(args[1]));
      case "locks" -> locks(Path.of(args[1], "locked"));
      case "logs" -> logs(Path.of(args[1]));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }
}
