package prim;

/** {@link ProcessWatched} that waits for the reader too. */
public final class ProcessWatchedOk extends ProcessWatched {

  @Override
  void await(Thread reader) throws InterruptedException {
    reader.join();
  }

  public static void main(String[] args) throws Exception {
    new ProcessWatchedOk().run();
  }
}
