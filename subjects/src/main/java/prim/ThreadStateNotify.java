package prim;

import support.Threads;

/**
 * Notifies another thread only if that is waiting already: when it looks too early, the other waits
 * for ever.
 */
public class ThreadStateNotify {
  boolean sent;
  Thread waiter;

  synchronized void receive() throws InterruptedException {
    wait();
  }

  synchronized void send() {
    if (waiter.getState() == Thread.State.WAITING) {
      sent = true;
      notify();
    }
  }

  final void run() throws InterruptedException {
    waiter = Threads.start(this::receive);
    Thread sender = Threads.start(this::send);
    waiter.join();
    sender.join();
  }

  public static void main(String[] args) throws Exception {
    new ThreadStateNotify().run();
  }
}
