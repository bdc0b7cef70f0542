package drivers;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A cache whose upkeep runs on the common pool. Planted: look first and put afterwards. */
public final class CaffeineCache {
  private static final AtomicInteger loads = new AtomicInteger();

  private static int load(int key) {
    loads.incrementAndGet();
    return key * key;
  }

  private static int get(Cache<Integer, Integer> cache, int key, boolean planted) {
    if (!planted) {
      return cache.get(key, CaffeineCache::load);
    }
    Integer value = cache.getIfPresent(key);
    if (value == null) {
      value = load(key);
      cache.put(key, value);
    }
    return value;
  }

  public static void main(String[] args) throws Exception {
    boolean planted = Threads.planted(args);
    Cache<Integer, Integer> cache =
        Caffeine.newBuilder().maximumSize(10).recordStats().build();
    Threads.Body user =
        () -> {
          assert get(cache, 2, planted) == 4;
          assert get(cache, 3, planted) == 9;
        };
    Thread first = Threads.start("first", user);
    Thread second = Threads.start("second", user);
    Threads.join(first, second);
    assert loads.get() == 2 : loads + " loads";

    Cache<Integer, Integer> small =
        Caffeine.newBuilder().maximumSize(1).expireAfterWrite(1, TimeUnit.HOURS).build();
    Thread third = Threads.start("third", () -> small.put(1, 1));
    small.put(2, 2);
    third.join();
    small.cleanUp();
    assert small.estimatedSize() <= 1 : small.asMap();

    AsyncCache<String, Integer> async = Caffeine.newBuilder().buildAsync();
    CompletableFuture<Integer> one = async.get("key", String::length);
    CompletableFuture<Integer> other = async.get("key", key -> -1);
    assert one.get() == 3 && other.get() == 3;
  }
}
