package prim;

/** {@link ThreadGroupCount} that waits for the worker's start and for its end. */
public final class ThreadGroupCountOk extends ThreadGroupCount {

  @Override
  boolean hasEnded() throws InterruptedException {
    starter.join();
    worker.join();
    return super.hasEnded();
  }

  public static void main(String[] args) throws Exception {
    new ThreadGroupCountOk().run();
  }
}
