package prim;

import java.util.concurrent.RejectedExecutionException;

/** {@link PoolShutdown} that is prepared for the refusal. */
public final class PoolShutdownOk extends PoolShutdown {

  @Override
  void submit() {
    try {
      super.submit();
    } catch (RejectedExecutionException e) {
      // The pool is closed, and so there is nothing to do.
    }
  }

  public static void main(String[] args) throws Exception {
    new PoolShutdownOk().run();
  }
}
