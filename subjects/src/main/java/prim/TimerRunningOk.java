package prim;

/**
 * {@link TimerRunning} in which use and closing exclude each other, and a late task does nothing.
 */
public final class TimerRunningOk extends TimerRunning {

  @Override
  synchronized void useResource() {
    if (isOpen()) {
      super.useResource();
    }
  }

  @Override
  synchronized void closeResource() {
    super.closeResource();
  }

  public static void main(String[] args) throws Exception {
    new TimerRunningOk().run();
  }
}
