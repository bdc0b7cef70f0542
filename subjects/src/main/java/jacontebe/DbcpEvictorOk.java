package jacontebe;

/** {@link DbcpEvictor} that chooses its victim under the pool's monitor and destroys it outside. */
public final class DbcpEvictorOk extends DbcpEvictor {

  @Override
  void evict() {
    String victim;
    synchronized (pool) {
      victim = idle.poll();
    }
    if (victim != null) {
      destroy(victim);
    }
  }

  public static void main(String[] args) throws Exception {
    new DbcpEvictorOk().run();
  }
}
