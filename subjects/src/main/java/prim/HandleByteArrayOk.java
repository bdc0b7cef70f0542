package prim;

/** {@link HandleByteArray} in a critical section. */
public final class HandleByteArrayOk extends HandleByteArray {

  @Override
  synchronized void count() {
    super.count();
  }

  public static void main(String[] args) throws Exception {
    new HandleByteArrayOk().run();
  }
}
