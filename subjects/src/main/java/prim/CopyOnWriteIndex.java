package prim;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import support.Threads;

/**
 * Reads a copy-on-write list by index: an element removed after the size was read is out of bounds.
 */
public class CopyOnWriteIndex {
  final CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>(List.of("a", "b"));

  void readAll() {
    for (int i = 0; i < list.size(); i++) {
      list.get(i).length();
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::readAll, () -> list.remove("b"));
  }

  public static void main(String[] args) throws Exception {
    new CopyOnWriteIndex().run();
  }
}
