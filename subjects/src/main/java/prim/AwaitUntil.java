package prim;

import java.util.Date;

/** {@link SpuriousAwait} with a deadline: takes its passing for the signal. */
public class AwaitUntil extends SpuriousAwait {
  @Override
  void awaitReady() throws InterruptedException {
    if (!ready) {
      changed.awaitUntil(new Date(System.currentTimeMillis() + 1000));
    }
  }

  public static void main(String[] args) throws Exception {
    new AwaitUntil().run();
  }
}
