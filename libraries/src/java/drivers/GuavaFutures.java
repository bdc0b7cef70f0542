package drivers;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.SettableFuture;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Futures that depend on each other, on a pool. Planted: a callback adds without care. */
public final class GuavaFutures {
  private static volatile int sum;

  public static void main(String[] args) throws Exception {
    boolean planted = Threads.planted(args);
    ListeningExecutorService pool =
        MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(2));
    ListenableFuture<Integer> two = pool.submit(() -> 2);
    ListenableFuture<Integer> six = Futures.transform(two, x -> x * 3, pool);
    SettableFuture<Integer> later = SettableFuture.create();
    pool.execute(() -> later.set(4));
    ListenableFuture<Integer> failed =
        Futures.catching(
            pool.submit(GuavaFutures::fail), IllegalStateException.class, e -> 5, pool);
    ListenableFuture<List<Integer>> all = Futures.allAsList(two, six, later, failed);
    assert all.get().equals(List.of(2, 6, 4, 5)) : all;

    AtomicInteger safe = new AtomicInteger();
    CountDownLatch called = new CountDownLatch(3);
    for (ListenableFuture<Integer> future : List.of(two, six, later)) {
      Futures.addCallback(
          future,
          new FutureCallback<Integer>() {
            @Override
            public void onSuccess(Integer value) {
              safe.addAndGet(value);
              if (planted) {
                sum = sum + value;
              }
              called.countDown();
            }

            @Override
            public void onFailure(Throwable error) {
              throw new AssertionError(error);
            }
          },
          pool);
    }
    called.await();
    assert safe.get() == 12 : safe;
    assert !planted || sum == 12 : sum;

    Executor sequential = MoreExecutors.newSequentialExecutor(pool);
    int[] plain = {0};
    CountDownLatch done = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      sequential.execute(
          () -> {
            plain[0]++;
            done.countDown();
          });
    }
    done.await();
    assert plain[0] == 3;
    pool.shutdown();
    while (!pool.awaitTermination(1, TimeUnit.MINUTES)) {}
  }

  private static Integer fail() {
    throw new IllegalStateException("as planned");
  }
}
