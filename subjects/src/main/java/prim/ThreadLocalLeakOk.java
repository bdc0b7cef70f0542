package prim;

/** {@link ThreadLocalLeak} that removes what it has set. */
public final class ThreadLocalLeakOk extends ThreadLocalLeak {

  @Override
  void cleanUp() {
    user.remove();
  }

  public static void main(String[] args) throws Exception {
    new ThreadLocalLeakOk().run();
  }
}
