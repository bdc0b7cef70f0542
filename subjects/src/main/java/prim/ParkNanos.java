package prim;

import static support.Threads.check;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import support.Threads;

/** Takes the end of a timed park for the unpark, and reads what is not there yet. */
public class ParkNanos {
  volatile boolean ready;

  void awaitReady() {
    LockSupport.parkNanos(this, TimeUnit.SECONDS.toNanos(1));
  }

  private void use() {
    awaitReady();
    check(ready, "unparked before it is ready");
  }

  private void send(Thread receiver) {
    ready = true;
    LockSupport.unpark(receiver);
  }

  final void run() throws InterruptedException {
    Thread receiver = Threads.start(this::use);
    Thread sender = Threads.start(() -> send(receiver));
    receiver.join();
    sender.join();
  }

  public static void main(String[] args) throws Exception {
    new ParkNanos().run();
  }
}
