package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** A parallel stream with a side effect in two steps: an addition is lost. */
public class ParallelStream {
  final AtomicInteger sum = new AtomicInteger();

  void add(int amount) {
    sum.set(sum.get() + amount);
  }

  final void run() {
    IntStream.rangeClosed(1, 4).parallel().forEach(this::add);
    check(sum.get() == 10, "an addition is lost");
  }

  public static void main(String[] args) throws Exception {
    new ParallelStream().run();
  }
}
