package prim;

import static support.Threads.check;

import java.util.Timer;
import java.util.TimerTask;

/**
 * Closes a resource after it has cancelled the timer that uses it: a task that is running already
 * is not stopped by that, and uses the closed resource.
 */
public class TimerRunning {
  private volatile boolean open = true;

  void useResource() {
    check(open, "the resource is closed");
  }

  void closeResource() {
    open = false;
  }

  final boolean isOpen() {
    return open;
  }

  final void run() {
    Timer timer = new Timer();
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            useResource();
          }
        },
        0);
    timer.cancel();
    closeResource();
  }

  public static void main(String[] args) throws Exception {
    new TimerRunning().run();
  }
}
