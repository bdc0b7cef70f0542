package prim;

import static support.Threads.check;

import support.Threads;

/**
 * A static and an instance method, both synchronized, count in the same static field. They use two
 * different monitors: a count is lost when both read before either writes.
 */
public class StaticMonitor {
  static volatile int count;

  static synchronized void countStatic() {
    count++;
  }

  synchronized void countInstance() {
    count++;
  }

  final void run() throws InterruptedException {
    count = 0;
    Threads.runAll(StaticMonitor::countStatic, this::countInstance);
    check(count == 2, "a count is lost");
  }

  public static void main(String[] args) throws Exception {
    new StaticMonitor().run();
  }
}
