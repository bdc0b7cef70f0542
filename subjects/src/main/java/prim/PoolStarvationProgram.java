package prim;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What the {@code PoolStarvation} subjects share: as many outer tasks as the pool has workers, each
 * of which gives an inner task to a pool and waits for it. In one and the same pool there may be no
 * worker left for the inner tasks.
 */
final class PoolStarvationProgram {
  private final ExecutorService outerPool;
  private final ExecutorService innerPool;
  private final int workers;

  PoolStarvationProgram(int workers, boolean separatePools) {
    this.workers = workers;
    outerPool = Executors.newFixedThreadPool(workers);
    innerPool = separatePools ? Executors.newFixedThreadPool(1) : outerPool;
  }

  private String outerTask() throws InterruptedException, ExecutionException {
    return innerPool.submit(() -> "inner").get();
  }

  void run() throws InterruptedException, ExecutionException {
    Callable<String> task = this::outerTask;
    Future<?>[] outer = new Future<?>[workers];
    for (int i = 0; i < workers; i++) {
      outer[i] = outerPool.submit(task);
    }
    for (Future<?> future : outer) {
      future.get();
    }
    outerPool.shutdown();
    innerPool.shutdown();
  }
}
