//! Source files of the programs, as far as the traces mention them.

use fray_report::frame::Frame;

const BANK: &str = r#"package com.acme;

/** Moves money between two accounts. */
public final class Bank {
  static final Account left = new Account(100);
  static final Account right = new Account(100);

  private Bank() {}

  static final class Account {
    int balance;

    Account(int balance) {
      this.balance = balance;
    }
  }

  static Runnable mover(Account from, Account to) { return () -> transfer(from, to, 10); }

  public static void main(String[] args) throws InterruptedException {
    Thread one = start("worker-1", left, right);
    Thread two = start("worker-2", right, left);
    one.join();
    two.join();
    assert left.balance + right.balance == 200;
  }

  /** Both accounts are locked,
   * the one that pays first. */
  static void transfer(Account from, Account to, int amount) {
    synchronized (from) {
      synchronized (to) {
        from.balance -= amount;
        to.balance += amount;
      }
    }
  }
}
"#;

const COUNTER: &str = r#"package com.acme;

/** Counts, but not atomically. */
public final class Counter {
  private int value;
  private int local;

  static Counter shared = new Counter();

  void increment() {
    local = 7;
    value = value + 1;
  }

  public static void main(String[] args) throws InterruptedException {
    Runnable task =
        () ->
            shared.increment();
    Thread one = new Thread(task, "worker-1"), two = new Thread(task, "worker-2");
    one.start();
    two.start();
    one.join();
    two.join();
    check(2);
  }

  /** </script><script>throw 1</script> */
  static void check(int expected) {
    // What the last one wrote.
    int value = shared.value;
    if (value != expected) throw new AssertionError("expected " + expected + " but was " + value);
  }
}
"#;

/// The text of a frame's file.
pub fn find(frame: &Frame) -> Option<String> {
    match frame.file.as_deref()? {
        "Bank.java" => Some(BANK.into()),
        "Counter.java" => Some(COUNTER.into()),
        "Picker.java" => Some((1..=90).map(picker_line).collect()),
        _ => None,
    }
}

fn picker_line(line: u32) -> String {
    match line {
        1 => "package com.acme.warehouse;\n".into(),
        38 => "  void pick() {\n".into(),
        40..=48 => format!("    shelves[{}].take(items.get({}));\n", line % 8, line),
        50 => "  }\n".into(),
        _ => "\n".into(),
    }
}
