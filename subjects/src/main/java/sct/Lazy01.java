package sct;

import support.Threads;

/**
 * Three threads under one lock add 1, add 2 and demand a sum below 3: fails when both additions
 * come before the demand.
 */
public class Lazy01 {
  private int data;

  synchronized void add(int amount) {
    data += amount;
  }

  synchronized void demand() {
    assert data < limit() : "the sum has reached the limit";
  }

  int limit() {
    return 3;
  }

  final void run() throws InterruptedException {
    Threads.runAll(() -> add(1), () -> add(2), this::demand);
  }

  public static void main(String[] args) throws Exception {
    new Lazy01().run();
  }
}
