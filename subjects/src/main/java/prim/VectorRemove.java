package prim;

import java.util.List;
import java.util.Vector;
import support.Threads;

/**
 * Two threads remove from a vector that is not empty: both see its only element, and the second
 * removal is out of bounds.
 */
public class VectorRemove {
  final Vector<String> vector = new Vector<>(List.of("only"));

  void removeFirst() {
    if (!vector.isEmpty()) {
      vector.remove(0);
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::removeFirst, this::removeFirst);
  }

  public static void main(String[] args) throws Exception {
    new VectorRemove().run();
  }
}
