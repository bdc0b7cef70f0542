package prim;

import static support.Threads.check;

/** {@link PriorityQueuePeek} that takes the head first and decides by what it got. */
public final class PriorityQueuePeekOk extends PriorityQueuePeek {

  @Override
  void consume() {
    int item = queue.poll();
    check(item == 1 || item == 2, "took an item that nobody put");
  }

  public static void main(String[] args) throws Exception {
    new PriorityQueuePeekOk().run();
  }
}
