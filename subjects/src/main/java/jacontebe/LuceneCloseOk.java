package jacontebe;

/** {@link LuceneClose} that waits for the merge before it takes the commit lock. */
public final class LuceneCloseOk extends LuceneClose {

  @Override
  void close() throws InterruptedException {
    awaitMerge();
    commit();
  }

  public static void main(String[] args) throws Exception {
    new LuceneCloseOk().run();
  }
}
