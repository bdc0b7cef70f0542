package jacontebe;

import static support.Threads.check;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import support.Threads;

/**
 * After uses of the JDK's concurrent map: a counter is put if there is none, and then the thread
 * counts in its own counter, whether or not it is the one in the map. A count is lost when both
 * threads find none.
 */
public class JdkPutIfAbsent {
  final ConcurrentHashMap<String, AtomicInteger> counters = new ConcurrentHashMap<>();

  AtomicInteger counter() {
    AtomicInteger counter = counters.get("key");
    if (counter == null) {
      counter = new AtomicInteger();
      counters.putIfAbsent("key", counter);
    }
    return counter;
  }

  private void count() {
    counter().incrementAndGet();
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::count, this::count);
    check(counters.get("key").get() == 2, "a count is lost");
  }

  public static void main(String[] args) throws Exception {
    new JdkPutIfAbsent().run();
  }
}
