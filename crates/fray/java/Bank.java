/**
 * An account that must never be overdrawn, and two people who take money out of it. Every method is
 * synchronized, and the program is still wrong.
 */
public class Bank {
  private int balance = 100;

  synchronized int balance() {
    return balance;
  }

  synchronized void take(int amount) {
    balance -= amount;
  }

  void withdraw(int amount) {
    if (balance() >= amount) {
      take(amount);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Bank bank = new Bank();
    Thread alice = new Thread(() -> bank.withdraw(80), "Alice");
    Thread bob = new Thread(() -> bank.withdraw(50), "Bob");
    alice.start();
    bob.start();
    alice.join();
    bob.join();
    assert bank.balance() >= 0 : "the balance is " + bank.balance();
  }
}
