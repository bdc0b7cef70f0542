package prim;

/** {@link LinkedQueueSize} with {@code poll}, which looks and takes in one step. */
public final class LinkedQueueSizeOk extends LinkedQueueSize {

  @Override
  void consume() {
    queue.poll();
  }

  public static void main(String[] args) throws Exception {
    new LinkedQueueSizeOk().run();
  }
}
