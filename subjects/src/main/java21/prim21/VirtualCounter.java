package prim21;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicInteger;

/** Two virtual threads add to one number in two steps: an addition is lost. */
public class VirtualCounter {
  final AtomicInteger sum = new AtomicInteger();

  void add() {
    sum.set(sum.get() + 1);
  }

  final void run() throws InterruptedException {
    Thread first = Thread.startVirtualThread(this::add);
    Thread second = Thread.startVirtualThread(this::add);
    first.join();
    second.join();
    check(sum.get() == 2, "an addition is lost");
  }

  public static void main(String[] args) throws Exception {
    new VirtualCounter().run();
  }
}
