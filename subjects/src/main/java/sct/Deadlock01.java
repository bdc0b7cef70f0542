package sct;

import support.Threads;

/**
 * Two monitors taken in opposite order: deadlock when each thread gets its first one before the
 * other thread gets its second.
 */
public class Deadlock01 {
  final Object a = new Object();
  final Object b = new Object();
  private int counter;

  final void both(Object first, Object second) {
    synchronized (first) {
      synchronized (second) {
        counter++;
      }
    }
  }

  void forward() {
    both(a, b);
  }

  void backward() {
    both(b, a);
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::forward, this::backward);
  }

  public static void main(String[] args) throws Exception {
    new Deadlock01().run();
  }
}
