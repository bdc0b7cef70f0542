package prim;

import static support.Threads.check;

import java.util.concurrent.locks.LockSupport;
import support.Threads;

/**
 * Parks once and believes that it is ready then: the permit may come from a thread that has nothing
 * to do with that, and a park may return for no reason.
 */
public class ParkOnce {
  volatile boolean ready;

  void awaitReady() {
    if (!ready) {
      LockSupport.park(this);
    }
  }

  private void use() {
    awaitReady();
    check(ready, "woken up before it is ready");
  }

  private void set(Thread user) {
    ready = true;
    LockSupport.unpark(user);
  }

  final void run() throws InterruptedException {
    Thread user = Threads.start(this::use);
    Thread stranger = Threads.start(() -> LockSupport.unpark(user));
    Thread setter = Threads.start(() -> set(user));
    user.join();
    stranger.join();
    setter.join();
  }

  public static void main(String[] args) throws Exception {
    new ParkOnce().run();
  }
}
