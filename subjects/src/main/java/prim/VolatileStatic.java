package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicIntegerArray;
import support.Threads;

/** Gives out numbers from a static volatile field: two threads get the same one. */
public class VolatileStatic {
  private static volatile int next;
  private final AtomicIntegerArray users = new AtomicIntegerArray(2);

  int nextNumber() {
    return next++;
  }

  private void use() {
    check(users.incrementAndGet(nextNumber()) == 1, "a number was given out twice");
  }

  final void run() throws InterruptedException {
    next = 0;
    Threads.runAll(this::use, this::use);
  }

  public static void main(String[] args) throws Exception {
    new VolatileStatic().run();
  }
}
