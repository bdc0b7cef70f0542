package prim;

import static support.Threads.check;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import support.Threads;

/**
 * Adds up, with a selector, what two clients send, and expects that of the first client first:
 * fails when the second one is quicker.
 */
public class SelectorOrder {
  private int sum;

  /** Takes what a client sent. */
  void take(int number) {
    check(number == 1 || sum != 0, "the second client came first");
    add(number);
  }

  final void add(int number) {
    sum += number;
  }

  private static void client(SocketAddress address, int number) throws IOException {
    try (SocketChannel channel = SocketChannel.open(address)) {
      channel.write(ByteBuffer.wrap(new byte[] {(byte) number}));
      check(channel.read(ByteBuffer.allocate(1)) == 1, "no answer");
    }
  }

  private boolean serve(SelectionKey key, Selector selector) throws IOException {
    if (key.isAcceptable()) {
      SocketChannel channel = ((ServerSocketChannel) key.channel()).accept();
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
      return false;
    }
    SocketChannel channel = (SocketChannel) key.channel();
    ByteBuffer buffer = ByteBuffer.allocate(1);
    if (channel.read(buffer) == 1) {
      take(buffer.flip().get(0));
      channel.write(buffer);
      return false;
    }
    channel.close();
    return true;
  }

  final void run() throws Exception {
    try (Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      server.configureBlocking(false);
      server.register(selector, SelectionKey.OP_ACCEPT);
      SocketAddress address = server.getLocalAddress();
      Thread first = Threads.start(() -> client(address, 1));
      Thread second = Threads.start(() -> client(address, 2));
      for (int closed = 0; closed < 2; ) {
        selector.select();
        for (SelectionKey key : selector.selectedKeys()) {
          closed += serve(key, selector) ? 1 : 0;
        }
        selector.selectedKeys().clear();
      }
      first.join();
      second.join();
      check(sum == 3, "something is lost");
    }
  }

  public static void main(String[] args) throws Exception {
    new SelectorOrder().run();
  }
}
