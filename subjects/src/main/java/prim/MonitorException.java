package prim;

import static support.Threads.check;

import support.Threads;

/**
 * A transfer debits one account, and the recursive monitor of the credit is left by an exception.
 * The debit is undone in a second critical section: an audit between the two misses the money.
 */
public class MonitorException {
  private static final int LIMIT = 12;

  private int giro = 10;
  private int savings = 10;

  private synchronized void move(int amount) {
    giro -= amount;
    credit(amount);
  }

  private synchronized void credit(int amount) {
    if (savings + amount > LIMIT) {
      throw new IllegalArgumentException("over the limit");
    }
    savings += amount;
  }

  private synchronized void undo(int amount) {
    giro += amount;
  }

  void transfer() {
    try {
      move(5);
    } catch (IllegalArgumentException e) {
      undo(5);
    }
  }

  private synchronized void audit() {
    check(giro + savings == 20, "money is missing");
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::transfer, this::audit);
  }

  public static void main(String[] args) throws Exception {
    new MonitorException().run();
  }
}
