package prim;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** {@link Counting} in a volatile field through a field updater, in two steps. */
public class FieldUpdater extends Counting {
  static final AtomicIntegerFieldUpdater<FieldUpdater> COUNT =
      AtomicIntegerFieldUpdater.newUpdater(FieldUpdater.class, "count");

  volatile int count;

  @Override
  void count() {
    COUNT.set(this, COUNT.get(this) + 1);
  }

  @Override
  final int result() {
    return count;
  }

  public static void main(String[] args) throws Exception {
    new FieldUpdater().run();
  }
}
