package jacontebe;

import support.Threads;

/**
 * After the JDK's joining of threads: a service joins its worker under its own monitor, which the
 * worker needs for its last step: deadlock when the worker has not got it yet.
 */
public class JdkThreadJoin {
  private boolean finished;

  private synchronized void finish() {
    finished = true;
  }

  void stop(Thread worker) throws InterruptedException {
    synchronized (this) {
      if (!finished) {
        worker.join();
      }
    }
  }

  final synchronized boolean isFinished() {
    return finished;
  }

  final void run() throws InterruptedException {
    Thread worker = Threads.start(this::finish);
    stop(worker);
    worker.join();
  }

  public static void main(String[] args) throws Exception {
    new JdkThreadJoin().run();
  }
}
