package jacontebe;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import support.Threads;

/**
 * After the JDK's synchronized map: its single operations are synchronized, an iteration is not. A
 * key that is put while another thread iterates makes the iteration fail.
 */
public class JdkSynchronizedMap {
  final Map<Integer, String> map =
      Collections.synchronizedMap(new HashMap<>(Map.of(1, "a", 2, "b")));
  private final AtomicInteger length = new AtomicInteger();

  void addLengths() {
    for (String value : map.values()) {
      length.addAndGet(value.length());
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::addLengths, () -> map.put(3, "c"));
  }

  public static void main(String[] args) throws Exception {
    new JdkSynchronizedMap().run();
  }
}
