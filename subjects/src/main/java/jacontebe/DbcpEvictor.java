package jacontebe;

import java.util.ArrayDeque;
import support.Threads;

/**
 * After DBCP: the evictor destroys idle connections under the pool's monitor, for which it needs
 * that of the factory; the factory validates a connection under its own monitor and returns it to
 * the pool. Evicting and returning at the same time deadlock.
 */
public class DbcpEvictor {
  final Object pool = new Object();
  private final Object factory = new Object();
  /** Guarded by pool. */
  final ArrayDeque<String> idle = new ArrayDeque<>();
  /** Guarded by factory. */
  private int destroyed;

  final void destroy(String connection) {
    synchronized (factory) {
      destroyed++;
    }
  }

  void evict() {
    synchronized (pool) {
      String victim = idle.poll();
      if (victim != null) {
        destroy(victim);
      }
    }
  }

  private void validateAndReturn(String connection) {
    synchronized (factory) {
      if (!connection.isEmpty()) {
        synchronized (pool) {
          idle.add(connection);
        }
      }
    }
  }

  final void run() throws InterruptedException {
    idle.add("idle");
    Threads.runAll(this::evict, () -> validateAndReturn("used"));
  }

  public static void main(String[] args) throws Exception {
    new DbcpEvictor().run();
  }
}
