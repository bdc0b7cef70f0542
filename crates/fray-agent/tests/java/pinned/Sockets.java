import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A client and a server in one program, which wait for each other's bytes. Wrong: both count what they
 * have sent in the same variable, in two steps.
 */
public final class Sockets {
  private static volatile int sent;
  private static final Object LOCK = new Object();

  private static void count(boolean right) {
    if (right) {
      synchronized (LOCK) {
        sent = sent + 1;
      }
    } else {
      sent = sent + 1;
    }
  }

  public static void main(String[] args) throws Exception {
    boolean right = args.length > 0;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread client =
          new Thread(
              () -> {
                try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                  talk(socket, right);
                } catch (java.io.IOException error) {
                  throw new AssertionError(error);
                }
              });
      client.start();
      try (Socket socket = server.accept()) {
        talk(socket, right);
      }
      client.join();
    }
    if (sent != 2) {
      throw new AssertionError("sent " + sent);
    }
  }

  private static void talk(Socket socket, boolean right) throws java.io.IOException {
    socket.getOutputStream().write(1);
    count(right);
    InputStream in = socket.getInputStream();
    if (in.read() != 1) {
      throw new AssertionError("no answer");
    }
  }
}
