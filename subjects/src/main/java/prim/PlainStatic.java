package prim;

import static support.Threads.check;

import support.Threads;

/**
 * Two plain static fields that belong together are written one after the other: a reader sees one
 * new and one old value. Needs switches at plain accesses.
 */
public class PlainStatic {
  private static int amount;
  private static int copy;

  void write() {
    amount = 1;
    copy = 1;
  }

  void read() {
    check(amount == copy, "half of a write was read");
  }

  final void run() throws InterruptedException {
    amount = 0;
    copy = 0;
    Threads.runAll(this::write, this::read);
  }

  public static void main(String[] args) throws Exception {
    new PlainStatic().run();
  }
}
