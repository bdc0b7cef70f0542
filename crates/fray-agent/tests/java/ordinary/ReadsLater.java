import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.file.Path;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;

/** Asynchronous channels without a group of their own: their threads are the JDK's, in static fields. */
public class ReadsLater {
  private static final int LENGTH = 5;

  public static void main(String[] args) throws Exception {
    Path file = Path.of("later.txt");
    Files.writeString(file, "hello");
    try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(file)) {
      assert channel.read(ByteBuffer.allocate(LENGTH), 0).get() == LENGTH;
    }
    try (AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Future<AsynchronousSocketChannel> accepted = server.accept();
      try (AsynchronousSocketChannel client = AsynchronousSocketChannel.open()) {
        client.connect(server.getLocalAddress()).get();
        try (AsynchronousSocketChannel connection = accepted.get()) {
          CountDownLatch done = new CountDownLatch(1);
          connection.read(ByteBuffer.allocate(LENGTH), done, new Done());
          client.write(ByteBuffer.wrap(new byte[LENGTH])).get();
          done.await();
        }
      }
    }
  }

  private static final class Done implements CompletionHandler<Integer, CountDownLatch> {
    @Override
    public void completed(Integer count, CountDownLatch done) {
      done.countDown();
    }

    @Override
    public void failed(Throwable error, CountDownLatch done) {
      throw new AssertionError(error);
    }
  }
}
