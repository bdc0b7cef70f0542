package prim;

/** {@link FlowLate} that subscribes before the other thread begins. */
public final class FlowLateOk extends FlowLate {

  @Override
  void runThreads() throws InterruptedException {
    subscribe();
    runPublisher();
  }

  public static void main(String[] args) throws Exception {
    new FlowLateOk().run();
  }
}
