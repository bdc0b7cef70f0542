package prim;

/** {@link SynchronousQueueOffer} with {@code put}, which waits for the consumer. */
public final class SynchronousQueueOfferOk extends SynchronousQueueOffer {

  @Override
  void produce() throws InterruptedException {
    queue.put("item");
  }

  public static void main(String[] args) throws Exception {
    new SynchronousQueueOfferOk().run();
  }
}
