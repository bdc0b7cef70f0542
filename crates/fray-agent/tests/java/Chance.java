import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/** Asks for everything that a JVM answers otherwise every time, and lets the schedule show it. */
public class Chance {
  private static final AtomicIntegerArray SEEN = new AtomicIntegerArray(1 << 16);
  private static int calls;
  private static final List<Integer> order = new CopyOnWriteArrayList<>();

  /** The element is part of what is recorded. */
  private static void see(long value) {
    SEEN.incrementAndGet((int) (value ^ value >>> 16 ^ value >>> 32 ^ value >>> 48) & 0xffff);
  }

  private static void look() {
    see(new Object().hashCode());
    see(new Object().toString().hashCode());
    see(System.identityHashCode(Thread.currentThread()));
    see(Thread.currentThread().getName().hashCode());
    see(Thread.currentThread().getId());
    see(String.class.hashCode());
    see(Chance.class.hashCode());
    see(Thread.State.NEW.hashCode());
    see(new Random().nextLong());
    see(ThreadLocalRandom.current().nextLong());
    see(new SplittableRandom().nextLong());
    see(Double.doubleToLongBits(Math.random()));
    see(UUID.randomUUID().getLeastSignificantBits());
    see(System.nanoTime());
    see(System.currentTimeMillis());
    see(Instant.now().getNano());
    see(++calls);
    Set<Object> objects = new HashSet<>();
    Map<Object, Integer> numbers = new ConcurrentHashMap<>();
    for (int i = 0; i < 20; i++) {
      Object object = new Object();
      objects.add(object);
      numbers.put(object, i);
    }
    List<Integer> seen = new ArrayList<>();
    objects.forEach(object -> seen.add(numbers.get(object)));
    seen.addAll(numbers.values());
    seen.addAll(Set.of(1, 2, 3, 4, 5, 6, 7, 8, 9));
    seen.addAll(Map.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10).keySet());
    Map<Thread.State, Integer> states = new HashMap<>();
    for (Thread.State state : Thread.State.values()) {
      states.put(state, state.ordinal());
    }
    seen.addAll(states.values());
    Collections.shuffle(seen);
    see(seen.hashCode());
  }

  public static void main(String[] args) throws Exception {
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++) {
      int number = i;
      threads[i] =
          new Thread(
              () -> {
                look();
                order.add(number);
              });
      threads[i].start();
    }
    look();
    for (Thread thread : threads) {
      thread.join();
    }
    var pool = Executors.newFixedThreadPool(2);
    var future = pool.submit(Chance::look);
    pool.submit(Chance::look).get();
    future.get();
    pool.shutdown();
    see(IntStream.range(0, 20).parallel().map(i -> i * i).sum());
    synchronized (Chance.class) {
      Chance.class.wait(10);
    }
    Thread.sleep(5);
    look();
    if (order.equals(List.of(2, 1, 0))) {
      throw new IllegalStateException("the last comes first");
    }
  }
}
