package prim;

import java.util.concurrent.ConcurrentSkipListMap;
import support.Threads;

/** Asks a skip list whether it has a key and then for its value: removed in between, it has none. */
public class SkipListGone {
  final ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();

  void read() {
    if (map.containsKey(1)) {
      Threads.check(map.get(1) != null, "the key was there");
    }
  }

  final void run() throws InterruptedException {
    map.put(1, "one");
    Threads.runAll(this::read, () -> map.remove(1));
  }

  public static void main(String[] args) throws Exception {
    new SkipListGone().run();
  }
}
