package prim;

/** {@link AsyncHandlers} with a lock around the sum. */
public final class AsyncHandlersOk extends AsyncHandlers {

  @Override
  synchronized void add(int count) {
    super.add(count);
  }

  public static void main(String[] args) throws Exception {
    new AsyncHandlersOk().run();
  }
}
