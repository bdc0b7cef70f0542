package prim;

import static support.Threads.check;

/**
 * {@link BlockingDequeOrder} that takes from the other end, where the order is that of the puts.
 */
public final class BlockingDequeOrderOk extends BlockingDequeOrder {

  @Override
  void consume() throws InterruptedException {
    check(deque.takeLast() == 1 && deque.takeLast() == 2, "taken in another order");
  }

  public static void main(String[] args) throws Exception {
    new BlockingDequeOrderOk().run();
  }
}
