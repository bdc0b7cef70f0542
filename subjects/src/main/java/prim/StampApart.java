package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicStampedReference;
import support.Threads;

/**
 * Reads a reference and its stamp in two steps: they do not belong together when both change in
 * between.
 */
public class StampApart {
  final AtomicStampedReference<String> value = new AtomicStampedReference<>("old", 0);

  boolean fits() {
    String reference = value.getReference();
    return reference.equals(value.getStamp() == 0 ? "old" : "new");
  }

  private void read() {
    check(fits(), "the stamp is not that of the reference");
  }

  private void write() {
    value.set("new", 1);
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::read, this::write);
  }

  public static void main(String[] args) throws Exception {
    new StampApart().run();
  }
}
