package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicInteger;
import support.Threads;

/**
 * Two threads inherit a thread-local nesting depth from their parent. They inherit the reference,
 * so that they count in one and the same object, and see each other's depth.
 */
public class InheritedShared {
  private final InheritableThreadLocal<AtomicInteger> depth =
      new InheritableThreadLocal<>() {
        @Override
        protected AtomicInteger childValue(AtomicInteger parentValue) {
          return inherit(parentValue);
        }
      };

  AtomicInteger inherit(AtomicInteger parentValue) {
    return parentValue;
  }

  private void nest() {
    AtomicInteger mine = depth.get();
    mine.incrementAndGet();
    check(mine.get() == 1, "another thread counts in this thread's depth");
    mine.decrementAndGet();
  }

  final void run() throws InterruptedException {
    depth.set(new AtomicInteger());
    Threads.runAll(this::nest, this::nest);
  }

  public static void main(String[] args) throws Exception {
    new InheritedShared().run();
  }
}
