package prim;

/** {@link InterruptJoin} that joins on after an interrupt and restores the status at the end. */
public final class InterruptJoinOk extends InterruptJoin {

  @Override
  void await(Thread worker) {
    boolean interrupted = false;
    while (true) {
      try {
        worker.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) throws Exception {
    new InterruptJoinOk().run();
  }
}
