package prim;

import java.util.concurrent.TimeUnit;

/** {@link OfferTimeout} that waits without a limit when the time is over. */
public final class OfferTimeoutOk extends OfferTimeout {
  @Override
  void give(String item) throws InterruptedException {
    if (!queue.offer(item, 1, TimeUnit.SECONDS)) {
      queue.put(item);
    }
  }

  public static void main(String[] args) throws Exception {
    new OfferTimeoutOk().run();
  }
}
