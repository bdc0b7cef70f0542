package prim;

import java.util.concurrent.TimeUnit;

/** {@link LatchTooSmall} with the right count, and a timed wait whose result is ignored. */
public class LatchTimeout extends LatchTooSmall {

  LatchTimeout() {
    super(2);
  }

  @Override
  void awaitDone() throws InterruptedException {
    done.await(1, TimeUnit.SECONDS);
  }

  public static void main(String[] args) throws Exception {
    new LatchTimeout().run();
  }
}
