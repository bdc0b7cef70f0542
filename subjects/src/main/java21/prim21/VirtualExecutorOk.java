package prim21;

/** {@link VirtualExecutor} that looks up and loads in one atomic step of the map. */
public final class VirtualExecutorOk extends VirtualExecutor {

  @Override
  void lookUp() {
    cache.computeIfAbsent("key", this::load);
  }

  public static void main(String[] args) throws Exception {
    new VirtualExecutorOk().run();
  }
}
