package prim;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** {@link Counting} in an element of an atomic array, in two steps. */
public class AtomicArray extends Counting {
  final AtomicIntegerArray counts = new AtomicIntegerArray(2);

  @Override
  void count() {
    counts.set(1, counts.get(1) + 1);
  }

  @Override
  final int result() {
    return counts.get(1);
  }

  public static void main(String[] args) throws Exception {
    new AtomicArray().run();
  }
}
