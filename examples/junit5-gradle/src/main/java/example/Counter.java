package example;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts, with a careful way and a careless one. */
public class Counter {
  private final AtomicInteger value = new AtomicInteger();

  public void increment() {
    value.incrementAndGet();
  }

  /** Another thread may come between the two steps. */
  public void incrementCarelessly() {
    value.set(value.get() + 1);
  }

  public int value() {
    return value.get();
  }
}
