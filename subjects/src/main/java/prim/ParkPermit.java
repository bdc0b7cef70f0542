package prim;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import support.Threads;

/**
 * Counts messages by their permits: two messages that come before the first park leave one permit
 * only, and the receiver parks for ever.
 */
public class ParkPermit {
  static final int MESSAGES = 2;
  final AtomicInteger sent = new AtomicInteger();

  void receiveAll() {
    for (int i = 0; i < MESSAGES; i++) {
      LockSupport.park(this);
    }
  }

  private void sendAll(Thread receiver) {
    for (int i = 0; i < MESSAGES; i++) {
      sent.incrementAndGet();
      LockSupport.unpark(receiver);
    }
  }

  final void run() throws InterruptedException {
    Thread receiver = Threads.start(this::receiveAll);
    Thread sender = Threads.start(() -> sendAll(receiver));
    receiver.join();
    sender.join();
  }

  public static void main(String[] args) throws Exception {
    new ParkPermit().run();
  }
}
