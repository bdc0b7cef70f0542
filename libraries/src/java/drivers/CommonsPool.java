package drivers;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/** Three threads share two objects. Planted: an object is used after it was given back. */
public final class CommonsPool {
  /** What is pooled. */
  static final class Tool {
    final AtomicInteger users = new AtomicInteger();

    void use() {
      assert users.incrementAndGet() == 1 : "two users";
      users.decrementAndGet();
    }
  }

  private static final AtomicInteger made = new AtomicInteger();

  public static void main(String[] args) throws Exception {
    boolean planted = Threads.planted(args);
    GenericObjectPoolConfig<Tool> config = new GenericObjectPoolConfig<>();
    config.setMaxTotal(2);
    config.setMinIdle(1);
    config.setJmxEnabled(false);
    GenericObjectPool<Tool> pool =
        new GenericObjectPool<>(
            new BasePooledObjectFactory<Tool>() {
              @Override
              public Tool create() {
                made.incrementAndGet();
                return new Tool();
              }

              @Override
              public PooledObject<Tool> wrap(Tool tool) {
                return new DefaultPooledObject<>(tool);
              }
            },
            config);
    Threads.Body user =
        () -> {
          Tool tool = pool.borrowObject();
          assert pool.getNumActive() <= 2;
          if (planted) {
            pool.returnObject(tool);
            tool.use();
          } else {
            tool.use();
            pool.returnObject(tool);
          }
        };
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = Threads.start("user " + i, user);
    }
    Threads.join(threads);
    assert made.get() <= 2 : made + " made";
    assert pool.getNumActive() == 0 && pool.getNumIdle() == made.get() : pool;
    pool.close();
  }
}
