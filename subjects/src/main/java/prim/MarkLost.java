package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicMarkableReference;
import support.Threads;

/**
 * Replaces a reference and keeps its mark, in two steps: when the other thread marks it in between,
 * the mark is lost.
 */
public class MarkLost {
  final AtomicMarkableReference<String> value = new AtomicMarkableReference<>("old", false);

  void replace() {
    value.set("new", value.isMarked());
  }

  private void mark() {
    while (!value.attemptMark(value.getReference(), true)) {
      // The reference was replaced: mark the new one.
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::replace, this::mark);
    check(value.isMarked(), "the mark is lost");
  }

  public static void main(String[] args) throws Exception {
    new MarkLost().run();
  }
}
