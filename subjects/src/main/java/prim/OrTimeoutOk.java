package prim;

import java.util.concurrent.CompletionException;

/** {@link OrTimeout} that waits on without a limit when the time is over. */
public final class OrTimeoutOk extends OrTimeout {
  @Override
  String result() {
    try {
      return super.result();
    } catch (CompletionException e) {
      return future.join();
    }
  }

  public static void main(String[] args) throws Exception {
    new OrTimeoutOk().run();
  }
}
