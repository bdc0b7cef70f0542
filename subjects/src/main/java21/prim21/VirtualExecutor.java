package prim21;

import static support.Threads.check;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two tasks, each on a virtual thread of its own, load a value that a map does not contain: both
 * see that it is missing, and it is loaded twice.
 */
public class VirtualExecutor {
  final ConcurrentHashMap<String, Integer> cache = new ConcurrentHashMap<>();
  private final AtomicInteger loads = new AtomicInteger();

  final Integer load(String key) {
    return loads.incrementAndGet();
  }

  void lookUp() {
    if (!cache.containsKey("key")) {
      cache.put("key", load("key"));
    }
  }

  final void run() {
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      executor.execute(this::lookUp);
      executor.execute(this::lookUp);
    }
    check(loads.get() == 1, "the value was loaded twice");
  }

  public static void main(String[] args) throws Exception {
    new VirtualExecutor().run();
  }
}
