package prim;

/** {@link OwnMutex} that takes the mutex in one step. */
public final class OwnMutexOk extends OwnMutex {
  private static final long serialVersionUID = 1L;

  @Override
  boolean take() {
    return compareAndSetState(0, 1);
  }

  public static void main(String[] args) throws Exception {
    new OwnMutexOk().run();
  }
}
