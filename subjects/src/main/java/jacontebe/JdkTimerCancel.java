package jacontebe;

import java.util.Timer;
import java.util.TimerTask;
import support.Threads;

/**
 * After uses of the JDK's timer: one thread schedules a task while another closes the service and
 * cancels the timer. A task that is scheduled after that is an error.
 */
public class JdkTimerCancel {
  private final Timer timer = new Timer();
  private volatile boolean closed;

  void schedule() {
    if (!closed) {
      timer.schedule(
          new TimerTask() {
            @Override
            public void run() {}
          },
          0);
    }
  }

  void close() {
    closed = true;
    timer.cancel();
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::schedule, this::close);
  }

  public static void main(String[] args) throws Exception {
    new JdkTimerCancel().run();
  }
}
