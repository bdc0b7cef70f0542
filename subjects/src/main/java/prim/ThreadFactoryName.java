package prim;

import static support.Threads.check;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import support.Threads;

/**
 * A thread factory numbers its threads in two steps: two threads that make the pool grow at the
 * same time get the same number.
 */
public class ThreadFactoryName {
  final AtomicInteger next = new AtomicInteger();
  private final Set<Integer> numbers = ConcurrentHashMap.newKeySet();
  private final ExecutorService pool = Executors.newFixedThreadPool(2, this::newThread);

  int nextNumber() {
    int number = next.get();
    next.set(number + 1);
    return number;
  }

  private Thread newThread(Runnable work) {
    int number = nextNumber();
    check(numbers.add(number), "two threads have the same number");
    return new Thread(work, "worker-" + number);
  }

  private void submit() {
    pool.execute(() -> {});
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::submit, this::submit);
    pool.shutdown();
  }

  public static void main(String[] args) throws Exception {
    new ThreadFactoryName().run();
  }
}
