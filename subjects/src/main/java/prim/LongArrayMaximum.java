package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicLongArray;
import support.Threads;

/**
 * Keeps a maximum in an element of an atomic array, compared and set in two steps: a smaller value
 * that was compared before the greater one was set is set after it.
 */
public class LongArrayMaximum {
  final AtomicLongArray maxima = new AtomicLongArray(2);

  void raise(long value) {
    if (maxima.get(1) < value) {
      maxima.set(1, value);
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(() -> raise(1), () -> raise(2));
    check(maxima.get(1) == 2, "the maximum is lost");
  }

  public static void main(String[] args) throws Exception {
    new LongArrayMaximum().run();
  }
}
