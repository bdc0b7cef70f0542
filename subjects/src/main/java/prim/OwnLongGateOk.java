package prim;

import java.util.concurrent.TimeUnit;

/** {@link OwnLongGate} that looks at the gate again. */
public final class OwnLongGateOk extends OwnLongGate {
  private static final long serialVersionUID = 1L;

  @Override
  boolean awaitOpen() throws InterruptedException {
    if (!open) {
      opened.await(1, TimeUnit.HOURS);
    }
    return open;
  }

  public static void main(String[] args) throws Exception {
    new OwnLongGateOk().run();
  }
}
