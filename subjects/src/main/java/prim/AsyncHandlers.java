package prim;

import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.CompletionHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import support.Threads;

/**
 * Two asynchronous reads add up what they have read, each in a thread of the JDK, without a lock: one
 * of the sums is lost if both handlers read the old one.
 */
public class AsyncHandlers implements CompletionHandler<Integer, CountDownLatch> {
  private static final int READS = 2;

  volatile int sum;

  void add(int count) {
    sum = sum + count;
  }

  @Override
  public final void completed(Integer count, CountDownLatch done) {
    add(1);
    done.countDown();
  }

  @Override
  public final void failed(Throwable error, CountDownLatch done) {
    throw new AssertionError(error);
  }

  final void run() throws Exception {
    CountDownLatch done = new CountDownLatch(READS);
    try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(anyFile())) {
      for (int i = 0; i < READS; i++) {
        channel.read(ByteBuffer.allocate(1), 0, done, this);
      }
      done.await();
    }
    Threads.check(sum == READS, "a read was not counted");
  }

  /** One that is there wherever this runs. */
  private static Path anyFile() {
    Path release = Path.of(System.getProperty("java.home"), "release");
    Threads.check(Files.exists(release), "every JDK has this file");
    return release;
  }

  public static void main(String[] args) throws Exception {
    new AsyncHandlers().run();
  }
}
