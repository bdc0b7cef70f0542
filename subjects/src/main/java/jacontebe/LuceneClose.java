package jacontebe;

import support.Threads;

/**
 * After Lucene: closing an index writer waits for the running merge while it holds the commit lock.
 * Waiting gives back the writer's monitor only, and the merge needs the commit lock to end:
 * deadlock.
 */
public class LuceneClose {
  final Object commitLock = new Object();
  /** Guarded by this. */
  private boolean merging = true;

  private int commits;

  final synchronized void awaitMerge() throws InterruptedException {
    while (merging) {
      wait();
    }
  }

  final void commit() {
    synchronized (commitLock) {
      commits++;
    }
  }

  void close() throws InterruptedException {
    synchronized (commitLock) {
      awaitMerge();
      commit();
    }
  }

  private void merge() {
    commit();
    synchronized (this) {
      merging = false;
      notifyAll();
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::merge, this::close);
  }

  public static void main(String[] args) throws Exception {
    new LuceneClose().run();
  }
}
