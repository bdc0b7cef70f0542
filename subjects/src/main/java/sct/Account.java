package sct;

import static support.Threads.check;

import support.Threads;

/**
 * Deposit, withdrawal and audit, each under one lock. The audit forgets that the withdrawal may
 * have happened too: it fails when both deposit and withdrawal run before it.
 */
public class Account {
  static final int START = 10;
  static final int DEPOSIT = 2;
  static final int WITHDRAWAL = 4;

  private int balance = START;
  private boolean deposited;
  private boolean withdrawn;

  synchronized void deposit() {
    balance += DEPOSIT;
    deposited = true;
  }

  synchronized void withdraw() {
    balance -= WITHDRAWAL;
    withdrawn = true;
  }

  synchronized void audit() {
    check(balance == expected(deposited, withdrawn), "the balance does not match the bookings");
  }

  int expected(boolean deposited, boolean withdrawn) {
    if (deposited) {
      return START + DEPOSIT;
    }
    return withdrawn ? START - WITHDRAWAL : START;
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::deposit, this::withdraw, this::audit);
  }

  public static void main(String[] args) throws Exception {
    new Account().run();
  }
}
