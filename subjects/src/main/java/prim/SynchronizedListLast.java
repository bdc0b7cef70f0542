package prim;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import support.Threads;

/**
 * Reads the last element of a synchronized list by its size: when the list is cleared between the
 * two calls, the index is out of bounds.
 */
public class SynchronizedListLast {
  final List<String> list = Collections.synchronizedList(new ArrayList<>(List.of("a", "b")));

  void readLast() {
    if (!list.isEmpty()) {
      list.get(list.size() - 1);
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::readLast, list::clear);
  }

  public static void main(String[] args) throws Exception {
    new SynchronizedListLast().run();
  }
}
