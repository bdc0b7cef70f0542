package prim;

import java.io.IOException;
import java.io.PipedOutputStream;

/** {@link PipedBroken} that closes the stream. */
public final class PipedBrokenOk extends PipedBroken {

  @Override
  void finish(PipedOutputStream out) throws IOException {
    out.close();
  }

  public static void main(String[] args) throws Exception {
    new PipedBrokenOk().run();
  }
}
