import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A server that nobody closes, always on the same port, in a daemon thread. */
public final class Ports {
  private Ports() {}

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[0]);
    ServerSocket server = new ServerSocket(port, 5, InetAddress.getLoopbackAddress());
    Thread echo =
        new Thread(
            () -> {
              try {
                while (true) {
                  Socket socket = server.accept();
                  socket.getOutputStream().write(socket.getInputStream().read());
                }
              } catch (java.io.IOException error) {
                throw new IllegalStateException(error);
              }
            });
    echo.setDaemon(true);
    echo.start();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(7);
      if (socket.getInputStream().read() != 7) {
        throw new AssertionError("no echo");
      }
    }
  }
}
