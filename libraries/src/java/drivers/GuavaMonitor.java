package drivers;

import com.google.common.util.concurrent.Monitor;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** A bounded buffer on a Monitor. Planted: the buffer is looked at before the monitor is entered. */
public final class GuavaMonitor {
  private static final int CAPACITY = 1;
  private static final Monitor monitor = new Monitor();
  private static final Queue<Integer> items = new ArrayDeque<>();
  private static volatile int size;

  private static final Monitor.Guard notFull = monitor.newGuard(() -> items.size() < CAPACITY);
  private static final Monitor.Guard notEmpty = monitor.newGuard(() -> !items.isEmpty());

  private static void put(int item, boolean planted) throws InterruptedException {
    if (planted && size < CAPACITY) {
      monitor.enter();
    } else {
      monitor.enterWhen(notFull);
    }
    try {
      items.add(item);
      size = items.size();
      assert items.size() <= CAPACITY : "overflow";
    } finally {
      monitor.leave();
    }
  }

  private static int take() {
    monitor.enterWhenUninterruptibly(notEmpty);
    try {
      int item = items.remove();
      size = items.size();
      return item;
    } finally {
      monitor.leave();
    }
  }

  public static void main(String[] args) throws Exception {
    boolean planted = Threads.planted(args);
    Thread first = Threads.start("first", () -> putBoth(1, 2, planted));
    Thread second = Threads.start("second", () -> putBoth(3, 4, planted));
    int sum = take() + take();
    Thread third =
        Threads.start(
            "third",
            () -> {
              while (!monitor.enterWhen(notEmpty, 1, TimeUnit.SECONDS)) {}
              try {
                items.remove();
                size = items.size();
              } finally {
                monitor.leave();
              }
            });
    take();
    Threads.join(first, second, third);
    assert items.isEmpty() && sum <= 7 : items + " " + sum;
    assert !monitor.isOccupied();
  }

  private static void putBoth(int one, int other, boolean planted) throws InterruptedException {
    put(one, planted);
    put(other, planted);
  }
}
