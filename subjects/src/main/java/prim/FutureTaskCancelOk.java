package prim;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;

/** {@link FutureTaskCancel} that takes the cancellation for an answer. */
public final class FutureTaskCancelOk extends FutureTaskCancel {

  @Override
  void use() throws InterruptedException, ExecutionException {
    try {
      super.use();
    } catch (CancellationException e) {
      // There is no result to use.
    }
  }

  public static void main(String[] args) throws Exception {
    new FutureTaskCancelOk().run();
  }
}
