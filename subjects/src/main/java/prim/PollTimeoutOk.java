package prim;

/** {@link PollTimeout} that takes without a limit when the time is over. */
public final class PollTimeoutOk extends PollTimeout {

  @Override
  String next() throws InterruptedException {
    String item = super.next();
    return item != null ? item : queue.take();
  }

  public static void main(String[] args) throws Exception {
    new PollTimeoutOk().run();
  }
}
