package jacontebe;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicReferenceArray;
import support.Threads;

/**
 * After Groovy's map for concurrent reads: readers use the table without a lock. A writer that
 * enlarges it publishes the new table before it has moved the entries, and a reader misses a key
 * that is in the map.
 */
public class GroovyReadMap {
  private volatile AtomicReferenceArray<String> table = new AtomicReferenceArray<>(2);

  private static int indexOf(String key, AtomicReferenceArray<String> table) {
    return key.length() % table.length();
  }

  private boolean contains(String key) {
    AtomicReferenceArray<String> current = table;
    return key.equals(current.get(indexOf(key, current)));
  }

  final void publish(AtomicReferenceArray<String> newTable) {
    table = newTable;
  }

  static void move(AtomicReferenceArray<String> from, AtomicReferenceArray<String> to) {
    for (int i = 0; i < from.length(); i++) {
      String key = from.get(i);
      if (key != null) {
        to.set(indexOf(key, to), key);
      }
    }
  }

  /** Called by one writer only. */
  void enlarge(AtomicReferenceArray<String> old, AtomicReferenceArray<String> larger) {
    publish(larger);
    move(old, larger);
  }

  private void write() {
    AtomicReferenceArray<String> old = table;
    enlarge(old, new AtomicReferenceArray<>(2 * old.length()));
  }

  private void read() {
    check(contains("key"), "a key of the map was not found");
  }

  final void run() throws InterruptedException {
    table.set(indexOf("key", table), "key");
    Threads.runAll(this::write, this::read);
  }

  public static void main(String[] args) throws Exception {
    new GroovyReadMap().run();
  }
}
