package prim;

import static support.Threads.check;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.concurrent.atomic.AtomicInteger;
import support.Threads;

/**
 * Whoever comes first speaks first. If both have come before they look, both take themselves for the
 * second one and read from a pipe that nobody writes to.
 */
public class PipeDeadlock {
  private final AtomicInteger come = new AtomicInteger();

  /** Whether the calling thread is the one that speaks first. */
  boolean speaksFirst(AtomicInteger come) {
    come.incrementAndGet();
    return come.get() == 1;
  }

  private void talk(Pipe from, Pipe to) throws IOException {
    ByteBuffer word = ByteBuffer.allocate(1);
    if (speaksFirst(come)) {
      to.sink().write(ByteBuffer.allocate(1));
      check(from.source().read(word) == 1, "no answer");
    } else {
      check(from.source().read(word) == 1, "no question");
      to.sink().write(ByteBuffer.allocate(1));
    }
  }

  final void run() throws Exception {
    Pipe one = Pipe.open();
    Pipe two = Pipe.open();
    Threads.runAll(() -> talk(one, two), () -> talk(two, one));
    for (Pipe pipe : new Pipe[] {one, two}) {
      pipe.sink().close();
      pipe.source().close();
    }
  }

  public static void main(String[] args) throws Exception {
    new PipeDeadlock().run();
  }
}
