package prim;

import static support.Threads.check;

import java.util.Hashtable;
import java.util.concurrent.atomic.AtomicInteger;
import support.Threads;

/**
 * Two threads create the value of a key that a hash table does not contain: both see that it is
 * missing, and it is created twice.
 */
public class HashtablePut {
  final Hashtable<String, Integer> table = new Hashtable<>();
  private final AtomicInteger created = new AtomicInteger();

  void lookUp() {
    if (!table.containsKey("key")) {
      table.put("key", created.incrementAndGet());
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::lookUp, this::lookUp);
    check(created.get() == 1, "the value was created twice");
  }

  public static void main(String[] args) throws Exception {
    new HashtablePut().run();
  }
}
