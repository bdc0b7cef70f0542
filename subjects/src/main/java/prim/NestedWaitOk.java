package prim;

/** {@link NestedWait} with one monitor, entered twice: waiting gives it back altogether. */
public final class NestedWaitOk {

  private NestedWaitOk() {}

  public static void main(String[] args) throws Exception {
    new NestedWait(true).run();
  }
}
