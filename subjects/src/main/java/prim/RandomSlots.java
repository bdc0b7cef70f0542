package prim;

import static support.Threads.check;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import support.Threads;

/**
 * Spreads counts over slots that are drawn at random, and believes that two threads never draw the
 * same one: a count is lost when they do, and both read before either writes.
 */
public class RandomSlots {
  private static final int SLOTS = 2;

  final AtomicIntegerArray counts = new AtomicIntegerArray(SLOTS);

  void count(int slot) {
    counts.set(slot, counts.get(slot) + 1);
  }

  private void countTwice() {
    count(ThreadLocalRandom.current().nextInt(SLOTS));
    count(ThreadLocalRandom.current().nextInt(SLOTS));
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::countTwice, this::countTwice);
    check(counts.get(0) + counts.get(1) == 4, "a count is lost");
  }

  public static void main(String[] args) throws Exception {
    new RandomSlots().run();
  }
}
