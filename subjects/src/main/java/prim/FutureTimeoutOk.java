package prim;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** {@link FutureTimeout} that waits on without a limit when the time is over. */
public final class FutureTimeoutOk extends FutureTimeout {

  @Override
  void use() throws InterruptedException, ExecutionException {
    try {
      super.use();
    } catch (TimeoutException e) {
      task.get();
    }
  }

  public static void main(String[] args) throws Exception {
    new FutureTimeoutOk().run();
  }
}
