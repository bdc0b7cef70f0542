package prim;

import static support.Threads.check;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import support.Threads;

/**
 * A server that expects its clients, two threads with a connection each, in the order in which they
 * were started: fails when the second one connects first.
 */
public class SocketOrder {
  private static final int ROUNDS = 3;

  /** Whether the server minds who comes first. */
  boolean minds() {
    return true;
  }

  private static void client(int port, int number) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      for (int round = 0; round < ROUNDS; round++) {
        socket.getOutputStream().write(number);
        check(socket.getInputStream().read() == number + 1, "a wrong answer");
      }
    }
  }

  private int serve(Socket socket) throws IOException {
    int number = -1;
    for (int in = socket.getInputStream().read(); in >= 0; in = socket.getInputStream().read()) {
      number = in;
      socket.getOutputStream().write(in + 1);
    }
    socket.close();
    return number;
  }

  final void run() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
      int port = server.getLocalPort();
      Thread first = Threads.start(() -> client(port, 1));
      Thread second = Threads.start(() -> client(port, 2));
      int one = serve(server.accept());
      int other = serve(server.accept());
      check(one + other == 3, "a client has not been served");
      check(!minds() || one == 1, "the second client came first");
      first.join();
      second.join();
    }
  }

  public static void main(String[] args) throws Exception {
    new SocketOrder().run();
  }
}
