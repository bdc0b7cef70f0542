package sct;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import support.Threads;

/**
 * A work-stealing queue: the owner pushes and pops at the tail, a thief steals at the head. For the
 * last item the owner does not fight with the thief: when the thief has looked at head and tail
 * before the owner moves the tail, both take that item.
 */
public class WorkStealQueue {
  static final int NONE = -1;
  private static final int ITEMS = 3;

  final AtomicIntegerArray items = new AtomicIntegerArray(ITEMS);
  final AtomicInteger head = new AtomicInteger();
  final AtomicInteger tail = new AtomicInteger();
  private final AtomicIntegerArray taken = new AtomicIntegerArray(ITEMS);

  private void push(int item) {
    int t = tail.get();
    items.set(t, item);
    tail.set(t + 1);
  }

  int pop() {
    int t = tail.get() - 1;
    tail.set(t);
    if (head.get() > t) {
      tail.set(t + 1);
      return NONE;
    }
    return items.get(t);
  }

  int steal() {
    int h = head.get();
    if (h >= tail.get()) {
      return NONE;
    }
    int item = items.get(h);
    head.set(h + 1);
    return item;
  }

  private void use(int item) {
    if (item != NONE) {
      check(taken.incrementAndGet(item) == 1, "an item was taken twice");
    }
  }

  private void own() {
    for (int item = 0; item < ITEMS; item++) {
      push(item);
    }
    for (int i = 0; i < ITEMS; i++) {
      use(pop());
    }
  }

  private void thieve() {
    for (int i = 0; i < ITEMS - 1; i++) {
      use(steal());
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::own, this::thieve);
  }

  public static void main(String[] args) throws Exception {
    new WorkStealQueue().run();
  }
}
