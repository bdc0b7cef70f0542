package prim;

/** {@link TransferQueueGone} with {@code tryTransfer}, which looks and gives in one step. */
public final class TransferQueueGoneOk extends TransferQueueGone {

  @Override
  boolean give() {
    return queue.tryTransfer("item");
  }

  public static void main(String[] args) throws Exception {
    new TransferQueueGoneOk().run();
  }
}
