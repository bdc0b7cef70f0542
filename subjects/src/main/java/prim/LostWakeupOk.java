package prim;

/** {@link LostWakeup} with a flag that is tested in a loop. */
public final class LostWakeupOk extends LostWakeup {

  @Override
  synchronized void receive() throws InterruptedException {
    while (!sent) {
      wait();
    }
  }

  public static void main(String[] args) throws Exception {
    new LostWakeupOk().run();
  }
}
