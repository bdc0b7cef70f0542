package drivers;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads share a cache, which loads each key once. Planted: look first and put afterwards. */
public final class GuavaCache {
  private static final AtomicInteger loads = new AtomicInteger();
  private static final AtomicInteger removed = new AtomicInteger();

  private static String load(String key) {
    loads.incrementAndGet();
    return key.toUpperCase();
  }

  private static String get(Cache<String, String> cache, String key, boolean planted)
      throws Exception {
    if (!planted) {
      return cache.get(key, () -> load(key));
    }
    String value = cache.getIfPresent(key);
    if (value == null) {
      value = load(key);
      cache.put(key, value);
    }
    return value;
  }

  public static void main(String[] args) throws Exception {
    boolean planted = Threads.planted(args);
    Cache<String, String> cache =
        CacheBuilder.newBuilder()
            .concurrencyLevel(2)
            .maximumSize(10)
            .removalListener(gone -> removed.incrementAndGet())
            .recordStats()
            .build();
    Threads.Body user =
        () -> {
          assert get(cache, "a", planted).equals("A");
          assert get(cache, "b", planted).equals("B");
        };
    Thread first = Threads.start("first", user);
    Thread second = Threads.start("second", user);
    Threads.join(first, second);
    assert loads.get() == 2 : loads + " loads";
    assert cache.stats().requestCount() == 4 : cache.stats();
    cache.invalidateAll();
    assert planted || removed.get() == 2 : removed + " removed";

    LoadingCache<Integer, Integer> small =
        CacheBuilder.newBuilder()
            .maximumSize(1)
            .concurrencyLevel(1)
            .build(CacheLoader.from(key -> key * key));
    Thread third = Threads.start("third", () -> check(small, 3));
    check(small, 4);
    third.join();
    assert small.size() <= 1 : small.asMap();
  }

  private static void check(LoadingCache<Integer, Integer> squares, int key) throws Exception {
    assert squares.get(key) == key * key;
    squares.refresh(key);
    assert squares.getUnchecked(key) == key * key;
  }
}
