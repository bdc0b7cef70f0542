package prim;

/** {@link AliveNotStarted} that tells a thread which is new from one that has ended. */
public final class AliveNotStartedOk extends AliveNotStarted {

  @Override
  boolean ended() {
    return worker.getState() == Thread.State.TERMINATED;
  }

  public static void main(String[] args) throws Exception {
    new AliveNotStartedOk().run();
  }
}
