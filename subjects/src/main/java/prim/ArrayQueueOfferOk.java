package prim;

/** {@link ArrayQueueOffer} with {@code put}, which waits for room. */
public final class ArrayQueueOfferOk extends ArrayQueueOffer {

  @Override
  void add(int item) throws InterruptedException {
    queue.put(item);
  }

  public static void main(String[] args) throws Exception {
    new ArrayQueueOfferOk().run();
  }
}
