package prim;

/** {@link ConcurrentQueueRemove} with {@code poll}, which looks and removes in one step. */
public final class ConcurrentQueueRemoveOk extends ConcurrentQueueRemove {

  @Override
  void consume() {
    queue.poll();
  }

  public static void main(String[] args) throws Exception {
    new ConcurrentQueueRemoveOk().run();
  }
}
