package sct;

/** {@link WorkStealQueue} in which owner and thief settle the last item by a compare-and-set. */
public final class WorkStealQueueOk extends WorkStealQueue {

  @Override
  int pop() {
    int t = tail.get() - 1;
    tail.set(t);
    int h = head.get();
    if (h > t) {
      tail.set(h);
      return NONE;
    }
    int item = items.get(t);
    if (h == t) {
      if (!head.compareAndSet(h, h + 1)) {
        item = NONE;
      }
      tail.set(h + 1);
    }
    return item;
  }

  @Override
  int steal() {
    int h = head.get();
    if (h >= tail.get()) {
      return NONE;
    }
    int item = items.get(h);
    return head.compareAndSet(h, h + 1) ? item : NONE;
  }

  public static void main(String[] args) throws Exception {
    new WorkStealQueueOk().run();
  }
}
