package prim;

/** {@link MonitorException} in which the exception does not leave the outermost monitor. */
public final class MonitorExceptionOk extends MonitorException {

  @Override
  synchronized void transfer() {
    super.transfer();
  }

  public static void main(String[] args) throws Exception {
    new MonitorExceptionOk().run();
  }
}
