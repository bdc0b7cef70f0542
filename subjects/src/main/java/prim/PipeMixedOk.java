package prim;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

/** {@link PipeMixed} with messages in one piece. */
public final class PipeMixedOk extends PipeMixed {

  @Override
  void write(Pipe.SinkChannel sink, byte part) throws IOException {
    sink.write(ByteBuffer.wrap(new byte[] {part, part}));
  }

  public static void main(String[] args) throws Exception {
    new PipeMixedOk().run();
  }
}
