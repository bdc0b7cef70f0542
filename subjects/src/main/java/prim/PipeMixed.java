package prim;

import static support.Threads.check;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import support.Threads;

/**
 * Two threads write messages of two parts into one pipe, part by part: the reader finds them mixed
 * up.
 */
public class PipeMixed {
  /** Writes both parts of a message. */
  void write(Pipe.SinkChannel sink, byte part) throws IOException {
    sink.write(ByteBuffer.wrap(new byte[] {part}));
    sink.write(ByteBuffer.wrap(new byte[] {part}));
  }

  private static int read(Pipe.SourceChannel source) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(2);
    while (buffer.hasRemaining()) {
      check(source.read(buffer) > 0, "the pipe has ended");
    }
    check(buffer.get(0) == buffer.get(1), "parts of two messages");
    return buffer.get(0);
  }

  final void run() throws Exception {
    Pipe pipe = Pipe.open();
    Thread first = Threads.start(() -> write(pipe.sink(), (byte) 1));
    Thread second = Threads.start(() -> write(pipe.sink(), (byte) 2));
    check(read(pipe.source()) + read(pipe.source()) == 3, "a message is missing");
    first.join();
    second.join();
    pipe.sink().close();
    pipe.source().close();
  }

  public static void main(String[] args) throws Exception {
    new PipeMixed().run();
  }
}
