package prim;

import support.Threads;

/** Waits for a notification without a flag: when it is sent first, the waiter waits for ever. */
public class LostWakeup {
  boolean sent;

  private synchronized void send() {
    sent = true;
    notify();
  }

  synchronized void receive() throws InterruptedException {
    wait();
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::receive, this::send);
  }

  public static void main(String[] args) throws Exception {
    new LostWakeup().run();
  }
}
