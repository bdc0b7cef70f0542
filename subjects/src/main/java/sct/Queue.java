package sct;

import static support.Threads.check;

import java.util.ArrayDeque;
import support.Threads;

/**
 * An enqueuer notes each value that it enqueues, a dequeuer compares what it gets with the note of
 * the same index. Both skip a turn when their flag is off and still advance the index: after a
 * skipped turn the dequeuer compares with the wrong note.
 */
public class Queue {
  private static final int ITEMS = 3;

  private final ArrayDeque<Integer> queue = new ArrayDeque<>();
  private final int[] notes = new int[ITEMS];
  boolean mayEnqueue = true;
  boolean mayDequeue;

  synchronized void enqueue(int index) throws InterruptedException {
    if (mayEnqueue) {
      int value = 10 + index;
      queue.add(value);
      notes[index] = value;
      mayEnqueue = false;
      mayDequeue = true;
    }
  }

  synchronized void dequeue(int index) throws InterruptedException {
    if (mayDequeue) {
      check(queue.remove() == notes[index], "dequeued something else than noted");
      mayDequeue = false;
      mayEnqueue = true;
    }
  }

  private void enqueueAll() throws InterruptedException {
    for (int i = 0; i < ITEMS; i++) {
      enqueue(i);
    }
  }

  private void dequeueAll() throws InterruptedException {
    for (int i = 0; i < ITEMS; i++) {
      dequeue(i);
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::enqueueAll, this::dequeueAll);
  }

  public static void main(String[] args) throws Exception {
    new Queue().run();
  }
}
