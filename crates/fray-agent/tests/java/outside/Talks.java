import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Threads that wait for input which does not come: from each other, or from a client. */
public class Talks {
  static final Object LOCK = new Object();

  interface Body {
    void run() throws Exception;
  }

  static Thread start(String name, Body body) {
    Thread thread =
        new Thread(
            () -> {
              try {
                body.run();
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            },
            name);
    thread.start();
    return thread;
  }

  /** Both read first. */
  static void sockets() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket left = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket right = server.accept()) {
      Thread one = start("left", () -> answer(left));
      Thread two = start("right", () -> answer(right));
      one.join();
      two.join();
    }
  }

  /** Nobody accepts the connection. */
  static void backlog() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
      client.getInputStream().read();
    }
  }

  /** Both read first, by way of the file system. */
  static void local() throws Exception {
    Path folder = Files.createTempDirectory("talks");
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("socket"));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      try (SocketChannel left = SocketChannel.open(address);
          SocketChannel right = server.accept()) {
        Files.delete(address.getPath());
        Files.delete(folder);
        start("left", () -> left.read(ByteBuffer.allocate(1)));
        right.read(ByteBuffer.allocate(1));
      }
    }
  }

  static void answer(Socket socket) throws IOException {
    socket.getOutputStream().write(socket.getInputStream().read());
  }

  /** One reads with a lock that the other one needs before it writes. */
  static void locked() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket left = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket right = server.accept()) {
      start(
          "reader",
          () -> {
            synchronized (LOCK) {
              left.getInputStream().read();
            }
          });
      Thread writer =
          start(
              "writer",
              () -> {
                synchronized (LOCK) {
                  right.getOutputStream().write(1);
                }
              });
      writer.join();
    }
  }

  /** A selector whose only channel is a connection within the program. */
  static void selector() throws Exception {
    try (ServerSocketChannel server = ServerSocketChannel.open();
        Selector selector = Selector.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      SocketChannel left = SocketChannel.open(server.getLocalAddress());
      SocketChannel right = server.accept();
      left.configureBlocking(false);
      left.register(selector, SelectionKey.OP_READ);
      selector.select();
      right.close();
    }
  }

  /** Any process may be the client. */
  static void accept() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread listener =
          start(
              "listener",
              () -> {
                synchronized (LOCK) {
                  server.accept().close();
                }
              });
      listener.join();
    }
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "sockets" -> sockets();
      case "locked" -> locked();
      case "selector" -> selector();
      case "backlog" -> backlog();
      case "local" -> local();
      case "accept" -> accept();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }
}
