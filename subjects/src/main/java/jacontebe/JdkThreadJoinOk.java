package jacontebe;

/** {@link JdkThreadJoin} that joins its worker without holding anything. */
public final class JdkThreadJoinOk extends JdkThreadJoin {

  @Override
  void stop(Thread worker) throws InterruptedException {
    if (!isFinished()) {
      worker.join();
    }
  }

  public static void main(String[] args) throws Exception {
    new JdkThreadJoinOk().run();
  }
}
