package jacontebe;

import support.Threads;

/**
 * After Derby: executing a statement checks that it is open and uses its plan afterwards, without
 * the connection's monitor. Closing it in between takes the plan away.
 */
public class DerbyStatement {
  final Object connection = new Object();
  private volatile boolean closed;
  private volatile String plan = "plan";

  void execute() {
    if (!closed) {
      plan.length();
    }
  }

  private void close() {
    synchronized (connection) {
      closed = true;
      plan = null;
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::execute, this::close);
  }

  public static void main(String[] args) throws Exception {
    new DerbyStatement().run();
  }
}
