package jacontebe;

/** {@link JdkTimerCancel} in which the test and the scheduling are one critical section. */
public final class JdkTimerCancelOk extends JdkTimerCancel {

  @Override
  synchronized void schedule() {
    super.schedule();
  }

  @Override
  synchronized void close() {
    super.close();
  }

  public static void main(String[] args) throws Exception {
    new JdkTimerCancelOk().run();
  }
}
